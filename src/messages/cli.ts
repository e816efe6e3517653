import type { MessageTable } from './message.ts'

export const CLI_MESSAGES = {
} as const satisfies MessageTable
