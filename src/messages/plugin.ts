import type { MessageTable } from './message.ts'

export const PLUGIN_MESSAGES = {
} as const satisfies MessageTable
