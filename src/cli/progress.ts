/** A bar on standard error, or nothing where that is no terminal. */
export interface Progress {
  /** So many more entries are known to be there. */
  expect(more: number): void
  step(): void
  stop(): void
}

/** The part of cli-progress that is used; the package ships no types. */
interface Bar { start(total: number, done: number): void; setTotal(total: number): void; increment(): void; stop(): void }
interface CliProgress { readonly default: { readonly SingleBar: new (options: object) => Bar } }

const SILENT: Progress = { expect() {}, step() {}, stop() {} }

/** A progress bar on standard error when that is a terminal. */
export async function createProgress(): Promise<Progress> {
  if (!process.stderr.isTTY) return SILENT
  // @ts-expect-error TS7016: no types
  const { default: { SingleBar } } = (await import('cli-progress')) as CliProgress
  const bar = new SingleBar({ stream: process.stderr, format: '{bar} {value}/{total}', barsize: 30, hideCursor: true, clearOnComplete: true, barCompleteChar: '█', barIncompleteChar: '░' })
  let total = 0
  return {
    expect(more) {
      if (total === 0) bar.start(more, 0)
      else bar.setTotal(total + more)
      total += more
    },
    step() {
      bar.increment()
    },
    stop() {
      bar.stop()
    },
  }
}
