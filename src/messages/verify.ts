import type { MessageTable } from './message.ts'

export const VERIFY_MESSAGES = {
} as const satisfies MessageTable
