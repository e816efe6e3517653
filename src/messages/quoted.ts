/**
 * A value that others wrote, in quotes, to stand within a sentence: control (Cc) and format (Cf: bidi, zero-width) characters
 * become spaces, white space is folded, quotes are escaped, and what is longer than `limit` characters is cut.
 */
export function quoted(text: string, limit = 120): string {
  const clean = text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...clean]
  return JSON.stringify(characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : clean)
}
