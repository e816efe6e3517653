/** Words that an abbreviated journal title leaves out (ISO 4 section 4.5), in the languages that journal titles use most. */
export const STOP_WORDS: ReadonlySet<string> = new Set('the of and for in on to at by from with a an as de la le les du des d l et en el los las del y e o da do dos das di della delle dei degli dell il lo i gli der die das den dem und fur fuer von zur zum im an des van het een voor og i och for av till av pa na w z i a o do po und over au aux sur sous dans pour para por con sobre entre na nos nas ao aos vom zur beim ihre ihrer ihren ses sua suo its against fra til upon between their its through into och samt und si ve u v nel nella sul sulla dal dalla all alla dall nell sull'.split(' '))

/** Words that stand before a section letter or a series name and are left out at will. */
const SECTION_WORDS: ReadonlySet<string> = new Set(['section', 'series', 'part', 'sect', 'ser', 'pt', 'serie', 'seriya', 'seria'])

const MAX_WORDS = 48

/**
 * True when `short` abbreviates `full` word by word and in order. A word may be cut short (`Phys` / `physical`) or
 * contracted, keeping its first letter and the order of its letters (`Natl` / `national`); initials may stand for a run of
 * words (`USA`); a compound may be split or joined (`Bio Med` / `biomedical`). Stop words of the full title may be missing,
 * no other word may.
 */
export function isAbbreviation(short: readonly string[], full: readonly string[]): boolean {
  if (short.length === 0 || full.length === 0 || short.length > MAX_WORDS || full.length > MAX_WORDS) return false
  const memo = new Map<number, boolean>()
  const at = (i: number, j: number): boolean => {
    if (i === short.length && j === full.length) return true
    const key = i * 64 + j
    const known = memo.get(key)
    if (known !== undefined) return known
    const result = step(i, j)
    memo.set(key, result)
    return result
  }
  const step = (i: number, j: number): boolean => {
    const word = full[j]
    if (word !== undefined && isSkipped(full, j) && at(i, j + 1)) return true
    const cut = short[i]
    if (cut === undefined) return false
    if (cut.length > 1 && isSkipped(short, i) && at(i + 1, j)) return true
    if (word === undefined) return false
    if ((isSectionLetter(short, i) ? cut === word : isCutWord(cut, word)) && at(i + 1, j + 1)) return true
    // `USA`, `NY`: initials of a run of words.
    if (cut.length >= 2 && cut.length <= 6) {
      let k = j
      let letter = 0
      while (k < full.length && letter < cut.length) {
        const next = full[k] ?? ''
        if (next[0] === cut[letter]) letter++
        else if (!STOP_WORDS.has(next)) break
        k++
      }
      if (letter === cut.length && k - j >= 2 && at(i + 1, k)) return true
    }
    // `Biomed` for `bio medical`, `Otorhinolaryngol` for `oto-rhino-laryngology`: the first parts stand whole, the last is cut.
    let prefix = word
    for (let k = j + 1; k < full.length && k <= j + 3 && prefix.length < cut.length && cut.startsWith(prefix); k++) {
      if (isCutWord(cut.slice(prefix.length), full[k] ?? '') && at(i + 1, k + 1)) return true
      prefix += full[k] ?? ''
    }
    // `Bio Med` for `biomedical`.
    const nextCut = short[i + 1]
    if (nextCut !== undefined && cut.length >= 2 && nextCut.length >= 2 && word.startsWith(cut) && word.length >= cut.length + nextCut.length && isSubsequence(nextCut, word.slice(cut.length)) && at(i + 2, j + 1)) return true
    return false
  }
  return at(0, 0)
}

/** Stop words and `Series`, `Section` may be missing; a single letter at the end is a section of its own (`Physical Review A`). */
function isSkipped(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  return SECTION_WORDS.has(word) || (STOP_WORDS.has(word) && (word.length > 1 || index < words.length - 1))
}

/** An early letter of the alphabet alone at the end is a section (`J` and `Q` are Journal and Quarterly): `Phys. Rev. A` is not `Physical Review Applied`; in a run (`U S A`) it is an initial. */
export function isSectionLetter(words: readonly string[], index: number): boolean {
  return index > 0 && index === words.length - 1 && /^[a-gx]$/.test(words[index] ?? '') && (words[index - 1] ?? '').length > 1
}

/** `cut` is `word`, its beginning, or a contraction of it. */
export function isCutWord(cut: string, word: string): boolean {
  if (cut === word) return true
  if (cut.length >= word.length || cut[0] !== word[0]) return plural(cut, word)
  if (word.startsWith(cut)) return true
  if (/\d/.test(cut) || /\d/.test(word)) return false
  // A contraction (`Natl`) is no word by itself, as `physical` beside `physiological` is.
  return (cut.length >= 2 && !(cut.length >= 7 && word.endsWith(cut.slice(-3))) && isSubsequence(cut, word)) || plural(cut, word)
}

/** `Lett` and `letters`, `Revs` and `reviews`: a plural s on a cut word. */
function plural(cut: string, word: string): boolean {
  return cut.length >= 4 && cut.endsWith('s') && !word.endsWith('ss') && word.startsWith(cut.slice(0, -1))
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) {
    if (letter === short[at]) at++
    if (at === short.length) return true
  }
  return short.length === 0
}
