/** Line numbers (from 1) of offsets, for texts with LF, CRLF or CR line ends. */
export class LineIndex {
  private readonly starts: readonly number[]

  constructor(text: string) {
    const starts = [0]
    for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length)
    this.starts = starts
  }

  lineOf(offset: number): number {
    let low = 0
    let high = this.starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
