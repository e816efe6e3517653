import { plainText } from '../compare/markup.ts'
import { writeBibtex, type WriteStyle } from '../formats/bibtex-write.ts'

/** Private-use characters that stand for the marks of sub- and superscripts until the text is written. */
const OPEN_SUB = '\ue000'
const OPEN_SUP = '\ue001'
const CLOSE = '\ue002'

/** TeX commands, math between dollar signs, MathML. `$5 and US$10` is money: no blank stands inside the signs of math, no digit after them. */
const TEX_OR_MATHML = /\\[A-Za-z]|\$(?=[^\s$])[^$]*(?<=[^\s$])\$(?!\d)|<(?:mml:)?math/

/**
 * A record's text as it is to be printed: entities decoded, tags taken off, sub- and superscripts kept as marks. Unlike the folding that comparison
 * uses, nothing that a reader sees is lost. Text with TeX or MathML is folded as for comparison: it has no other plain form.
 */
export function printedText(text: string): string {
  let s = text
  for (let round = 0; round < 3; round++) s = s.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,20});/gi, (entity) => plainText(entity) || ' ')
  if (TEX_OR_MATHML.test(s)) return plainText(s)
  s = s.replace(/<(?:jats:)?(sub|sup|inf)(?:\s[^<>]*)?>([^<>]*)<\/(?:jats:)?\1>/gi, (_, kind: string, inner: string) => `${/sup/i.test(kind) ? OPEN_SUP : OPEN_SUB}${inner}${CLOSE}`)
  return s.replace(/<\/?[a-z][\w:-]*(?:\s[^<>]*=[^<>]*)?\s*\/?>/gi, '').replace(/\s+/g, ' ').trim()
}

/** What printedText gives, as BibTeX: escaped, with math for the marks. */
export function writeText(text: string, style: WriteStyle): string {
  return writeBibtex(text, style).replaceAll(OPEN_SUB, '$_{').replaceAll(OPEN_SUP, '$^{').replaceAll(CLOSE, '}$')
}

/** Without the marks. */
export function unmarked(text: string): string {
  return text.replaceAll(OPEN_SUB, '').replaceAll(OPEN_SUP, '').replaceAll(CLOSE, '')
}
