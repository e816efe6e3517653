import type { CiteConfig } from '../model/config.ts'

/** Time limits of one tool call, in milliseconds. */
export interface Deadline {
  /** Declared to the harness, which aborts the call then. */
  readonly timeoutMs: number
  /** After this the tool stops asking and returns what it has; the rest of the time is for writing evidence. */
  readonly budgetMs: number
}

/**
 * Limits that leave room for the look-ups that depend on each other (registry, agency, handle, second opinion), each with its
 * own `timeoutMs` and one retry. A batch gets twice as much: its rounds are shared, but the paced hosts are slower.
 */
export function deadlineOf(tool: 'single' | 'batch', config: CiteConfig): Deadline {
  const rounds = tool === 'single' ? 6 : 12
  const budgetMs = rounds * config.timeoutMs
  return { budgetMs, timeoutMs: budgetMs + 15_000 }
}
