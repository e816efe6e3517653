/** Scripts that are told apart; Han and kana are one, since a Japanese name is written in both. */
const SCRIPTS = [
  ['latin', /\p{Script=Latin}/gu], ['han', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu], ['hangul', /\p{Script=Hangul}/gu], ['cyrillic', /\p{Script=Cyrillic}/gu], ['greek', /\p{Script=Greek}/gu],
  ['arabic', /\p{Script=Arabic}/gu], ['hebrew', /\p{Script=Hebrew}/gu], ['devanagari', /\p{Script=Devanagari}/gu], ['thai', /\p{Script=Thai}/gu], ['armenian', /\p{Script=Armenian}/gu], ['georgian', /\p{Script=Georgian}/gu],
] as const

/** Share of a text's letters that one script needs: `История DNA-анализа` is Russian, `β-decay` English. */
const MOST = 0.7

/** The script that nearly all letters of a text are in; undefined for a text of several scripts, of another one, or without letters. */
export function scriptOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters === 0 ? undefined : SCRIPTS.find(([, pattern]) => (text.match(pattern)?.length ?? 0) >= MOST * letters)?.[0]
}

/** Two texts in two scripts: a name or title and its transliteration or translation cannot be told from another one by their letters. */
export function areInTwoScripts(a: string, b: string): boolean {
  const [x, y] = [scriptOf(a), scriptOf(b)]
  return x !== undefined && y !== undefined && x !== y
}
