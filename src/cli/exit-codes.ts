/** Exit codes of every command (README, "Exit codes"). In this order: the first that applies wins. */
export const EXIT = {
  ok: 0,
  /** Findings at the --fail-on level; changes proposed; problems in the store. */
  findings: 1,
  /** Bad usage, or nothing readable. */
  usage: 2,
  /** A look-up failed, so the answer is incomplete. */
  incomplete: 3,
  /** 128 + SIGINT. */
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A mistake in how the program was called; printed as one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
