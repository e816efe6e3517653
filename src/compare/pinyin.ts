/** Surnames that are read in more than one way, by character; `lv` and `lyu` are how passports and keyboards write lü. */
const READINGS: readonly (readonly string[])[] = [
  ['lu', 'lv', 'lyu', 'lue'], // 吕
  ['nu', 'nv', 'nyu'], // 女, in given names and compound surnames
  ['shan', 'dan'], // 单
  ['zeng', 'ceng'], // 曾
  ['xie', 'jie'], // 解
  ['qiu', 'chou'], // 仇
  ['zha', 'cha'], // 查
  ['piao', 'pu'], // 朴
  ['ge', 'gai'], // 盖
  ['zhai', 'di'], // 翟
  ['she', 'zhe'], // 折
  ['gou', 'ju'], // 句
  ['bai', 'bo'], // 柏
  ['bo', 'bao'], // 薄
  ['he', 'hei'], // 黑
  ['moqi', 'mosi', 'wansi', 'wanqi'], // 万俟
  ['yuchi', 'weichi'], // 尉迟
  ['zhangsun', 'changsun'], // 长孙
]

/** The same, where each reading is also a common surname of another character: the given names have to agree in full. */
const COMMON_READINGS: readonly (readonly string[])[] = [
  ['qin', 'tan'], // 覃
  ['miao', 'mou'], // 缪
  ['xian', 'xi'], // 冼, 洗
  ['du', 'dou'], // 都
  ['ou', 'qu'], // 区
  ['wei', 'yu'], // 尉
  ['yue', 'le'], // 乐
  ['chen', 'shen'], // 谌
  ['zhao', 'shao'], // 召
  ['yuan', 'yun'], // 员
  ['zhong', 'chong'], // 种
  ['kui', 'wei'], // 隗
  ['xun', 'huan'], // 郇
]

const rowsOf = (table: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> => {
  const rows = new Map<string, number[]>()
  for (const [row, readings] of table.entries()) for (const reading of readings) rows.set(reading, [...(rows.get(reading) ?? []), row])
  return rows
}
const RARE = rowsOf(READINGS)
const COMMON = rowsOf(COMMON_READINGS)
const share = (rows: ReadonlyMap<string, readonly number[]>, a: string, b: string): boolean => rows.get(a)?.some((row) => rows.get(b)?.includes(row)) ?? false

/** Whether two family names, folded, are readings of one Chinese surname; `common` where both are surnames of their own, too. */
export function surnameReadings(a: string, b: string): 'rare' | 'common' | undefined {
  if (a === b) return undefined
  return share(RARE, a, b) ? 'rare' : share(COMMON, a, b) ? 'common' : undefined
}

/** Keys under which the other readings of a surname are found. */
export function readingKeys(family: string): readonly string[] {
  return [...(RARE.get(family) ?? []).map((row) => `reading ${row}`), ...(COMMON.get(family) ?? []).map((row) => `common reading ${row}`)]
}

const SYLLABLE = /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ueng|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ao|ou|an|en|in|un|ia|ie|iu|ua|ue|ui|uo|er|[aeiouv])$/

/** Whether a word is one to three syllables of pinyin (`cui`, `hongxia`). */
export function isPinyin(word: string, most = 3): boolean {
  if (most === 0 || word === '' || word.length > 18) return false
  if (SYLLABLE.test(word)) return true
  for (let end = 1; end <= Math.min(word.length - 1, 6); end++) if (SYLLABLE.test(word.slice(0, end)) && isPinyin(word.slice(end), most - 1)) return true
  return false
}

/** Whether letters are the initials of the two or three syllables of a given name in pinyin (`hx` of `hongxia`). */
export function areSyllableInitials(initials: string, name: string): boolean {
  if (initials.length < 2 || initials.length > 3 || name.length > 18) return false
  const fits = (from: number, at: number): boolean => {
    if (at === initials.length) return from === name.length
    if (name[from] !== initials[at]) return false
    for (let end = from + 1; end <= Math.min(name.length, from + 6); end++) if (SYLLABLE.test(name.slice(from, end)) && fits(end, at + 1)) return true
    return false
  }
  return fits(0, 0)
}
