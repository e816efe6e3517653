/** Longest value of a provider or a file that a report for people prints, in characters. */
export const MAX_VALUE = 300

// C0 and C1 controls, line and paragraph separators, bidi marks, embeddings, overrides and isolates, BOM, interlinear and tag characters:
// none of them is part of a bibliographic value, and each can make a terminal or a reader see another text than the one that is there.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu

/**
 * A value that others wrote, as one line of data: unsafe characters become a space, white space is folded, lone surrogates are
 * replaced, and what is longer than `limit` characters is cut with an ellipsis.
 */
export function plainText(text: string, limit = MAX_VALUE): string {
  // Cut before the regular expressions see it: a value may be megabytes long.
  const head = text.length > limit * 8 ? text.slice(0, limit * 8) : text
  const clean = head.toWellFormed().replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim()
  const characters = clean.length > limit ? [...clean] : []
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : clean
}
