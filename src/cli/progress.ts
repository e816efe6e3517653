/** A bar on standard error, or nothing where that is no terminal. */
export interface Progress {
  /** So many more entries are known to be there. */
  expect(more: number): void
  step(): void
  stop(): void
}

const SILENT: Progress = { expect() {}, step() {}, stop() {} }

/** A progress bar on standard error when that is a terminal. */
export async function createProgress(): Promise<Progress> {
  if (!process.stderr.isTTY) return SILENT
  const { SingleBar } = await import('cli-progress')
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
