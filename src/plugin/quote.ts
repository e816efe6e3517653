/** Control, bidi-override, zero-width and tag characters: none of them belongs in a title, all of them can hide an instruction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u{e0000}-\u{e007f}]/gu

/**
 * A provider's or a user's text as a quoted value for the model: invisible characters dropped, white space joined, quotes
 * escaped, at most `limit` characters. Text from outside never stands unquoted in what the model reads.
 */
export function quote(text: string, limit = 200): string {
  return `"${bare(text, limit).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** The same cleaning and cap without quotes, for codes and identifiers that cannot hold a sentence. */
export function bare(text: string, limit = 200): string {
  const clean = text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim()
  const characters = [...clean]
  return characters.length <= limit ? clean : `${characters.slice(0, limit - 1).join('')}…`
}
