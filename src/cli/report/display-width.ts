// East Asian Wide and Fullwidth blocks (UAX #11) plus emoji; ambiguous characters count as one column, as terminals have it by default.
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const ZERO = /[\p{Mn}\p{Me}\p{Cf}]/u

/** Columns that a text takes on a terminal: Han, kana, Hangul and emoji two, combining marks none. Colour codes are not expected in it. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

/** The text with spaces after it up to `width` columns; a longer text is left as it is. */
export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Where a line may end: behind white space, and between Han characters except before closing punctuation. */
const BREAK = /(?<=[\u2e80-\u9fff\uff00-\uff60])(?![。，、；：！？）》”])|(?<=\s)/u

/** A text in lines of at most `width` columns; a word that is longer (a link) stands alone. At least one line. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.split(BREAK)) {
    if (line !== '' && displayWidth((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += piece
  }
  return [...lines, line.trimEnd()]
}

/** The pieces joined by `separator` in lines of at most `width` columns (a piece that is longer stands alone), each line indented. */
export function wrapPieces(pieces: readonly string[], width: number, indent: string, separator = ', '): string[] {
  const lines: string[] = []
  let line = ''
  pieces.forEach((piece, index) => {
    const text = index === pieces.length - 1 ? piece : piece + separator.trimEnd()
    const joined = line === '' ? indent + text : `${line} ${text}`
    if (line !== '' && displayWidth(joined) > width) {
      lines.push(line)
      line = indent + text
    } else line = joined
  })
  return line === '' ? lines : [...lines, line]
}
