/** The part of cli-progress (which ships no types) that progress.ts uses. */
declare module 'cli-progress' {
  export class SingleBar {
    constructor(options: {
      readonly stream?: NodeJS.WritableStream, readonly format?: string, readonly barsize?: number, readonly hideCursor?: boolean,
      readonly clearOnComplete?: boolean, readonly barCompleteChar?: string, readonly barIncompleteChar?: string
    })
    start(total: number, done: number): void
    setTotal(total: number): void
    increment(): void
    stop(): void
  }
}
