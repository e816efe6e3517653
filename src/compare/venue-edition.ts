/** A Chinese journal's name and what tells its editions or series apart: `北京大学学报(自然科学版)`, `北京大学学报: 自然科学版`, `中国科学 A辑`. */
const EDITION = /^(\p{Script=Han}{3,})[\s:：·・—–-]*[(（]?\s*([\p{Script=Han}A-Za-z]+?)(?:版|辑|輯)\s*[)）]?$/u

function isShortFor(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let at = 0
  for (const character of long) if (character === short[at]) at++
  return at === short.length
}

/** Two editions of one Chinese title, which are two journals (社会科学版, 自然科学版). `自科版` is short for `自然科学版`; a name without edition may be either. */
export function areTwoEditions(a: string, b: string): boolean {
  const [, name, edition] = EDITION.exec(a.normalize('NFKC').replace(/[《》]/g, '').trim()) ?? []
  const [, otherName, otherEdition] = EDITION.exec(b.normalize('NFKC').replace(/[《》]/g, '').trim()) ?? []
  return name !== undefined && name === otherName && edition !== undefined && otherEdition !== undefined && !isShortFor(edition.toUpperCase(), otherEdition.toUpperCase())
}
