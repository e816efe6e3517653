import { SYMBOL_COMMANDS, SYMBOL_ENTITIES } from './symbol-names.ts'

const ENTITY_ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301', grave: '\u0300', uml: '\u0308', circ: '\u0302', tilde: '\u0303', cedil: '\u0327', ring: '\u030a', caron: '\u030c', breve: '\u0306', macr: '\u0304', ogon: '\u0328', dot: '\u0307', dblac: '\u030b',
}
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const TAG = /<\/?(?:[a-z][\w-]*:[a-z][\w-]*|i|b|u|p|a|q|em|strong|sub|sup|inf|sc|scp|tt|br|hr|div|span|small|big|font|italic|bold|underline|overline|roman|monospace|sans-serif|title|text|math|m(?:i|n|o|s|row|sup|sub|subsup|over|under|underover|text|space|frac|sqrt|root|style|fenced|padded|stack|table|tr|td|phantom|enclose|multiscripts)|mprescripts|none|semantics|inline-formula|disp-formula|formula|tex|inline-graphic|alternatives|named-content|styled-content|xref|ext-link)(?:\s[^<>]{0,2000})?\/?>/gi
const FORMATTING = /\\(?:text(?:it|bf|tt|sf|sc|rm|up|sl|normal|color)?|emph|math(?:bf|rm|it|cal|bb|frak|sf|tt|scr|bin|rel|op)|boldsymbol|bm|operatorname\*?|ensuremath|mbox|hbox|rm|it|bf|tt|sf|sc|sl|em|cal|frak|Bbb|left|right|[bB]igg?[lr]?|displaystyle|textstyle|limits|nolimits|protect|relax|noopsort|uppercase|lowercase|MakeUppercase|MakeLowercase|bar|hat|tilde|vec|dot|ddot|overline|underline|widehat|widetilde|check|acute|grave|breve|mathring|url|href|xspace|par|newline|linebreak|nobreak)(?![A-Za-z])\s*/g

/**
 * Plain Unicode of a title or a name that may still hold HTML, JATS, MathML, entities (also escaped twice) or TeX.
 * A superscript digit after a digit keeps a `^` (10² is not 102); every other sub- or superscript is set on the line,
 * as the registries do that drop markup (H2O, Ca2+, 13C). Text without markup comes back unchanged.
 */
export function plainText(text: string): string {
  let s = text
  if (s.includes('&')) s = decodeEntities(s)
  if (s.includes('<')) s = dropTags(s)
  if (/[\\${}^_~]/.test(s)) s = undoTex(s)
  return s.replace(/(\p{Nd})?([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/gu, (_, before: string | undefined, run: string) => {
    const digits = [...run].map((c) => SUPERSCRIPTS.indexOf(c)).join('')
    return before === undefined ? digits : `${before}^${digits}`
  }).replace(/\s+/g, ' ').trim()
}

function decodeEntities(text: string): string {
  let s = text
  for (let round = 0; round < 3 && s.includes('&'); round++) {
    const next = s.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,20}));/gi, (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name === undefined) {
        const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)
        return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
      }
      const symbol = SYMBOL_ENTITIES[name] ?? SYMBOL_ENTITIES[name.toLowerCase()]
      if (symbol !== undefined) return symbol
      const accented = /^([a-z])([a-z]+)$/i.exec(name)
      const mark = accented ? ENTITY_ACCENTS[accented[2] ?? ''] : undefined
      return mark === undefined ? whole : `${accented?.[1] ?? ''}${mark}`.normalize('NFC')
    })
    if (next === s) break
    s = next
  }
  return s
}

function dropTags(text: string): string {
  let s = text
  // TeX and annotations repeat the MathML that stands beside them.
  if (/<\/(?:jats:)?tex-math>/i.test(s) && /math[\s>]/i.test(s)) s = s.replace(/<(?:jats:)?tex-math[^<>]*>[^<]*<\/(?:jats:)?tex-math>/gi, '')
  if (/<\/(?:mml:)?annotation/i.test(s)) s = s.replace(/<(?:mml:)?annotation[^<>]*>[^<]*<\/(?:mml:)?annotation[^<>]*>/gi, '')
  s = s.replace(/<(?:mml:)?msup[^<>]*>\s*<(?:mml:)?m[ino][^<>]*>([^<>]*)<\/[^<>]*>\s*<(?:mml:)?m[ino][^<>]*>([^<>]*)<\/[^<>]*>\s*<\/(?:mml:)?msup>/gi, '$1<sup>$2</sup>')
  s = s.replace(/(\p{N})\s*<(?:jats:)?sup(?:\s[^<>]*)?>\s*(?=\p{N})/giu, '$1^')
  // MathML in registries often eats the space before it: `solitons in<mml:math>` (Future-Scholars/paperlib#204).
  s = s.replace(/([\p{L}\p{N},;:])<((?:mml:)?math[\s>])/giu, '$1 <$2')
  s = s.replace(/<\/?(?:br|p|div|title|jats:p|jats:title)\s*\/?>/gi, ' ')
  s = s.replace(/(<(?:mml:)?m[ino][^<>]*>)\s+|\s+(<\/(?:mml:)?m[ino]>)/gi, '$1$2')
  return s.replace(TAG, '')
}

function undoTex(text: string): string {
  let s = text.replace(/\\[&%$#_{}]/g, (m) => (m === '\\{' || m === '\\}' ? '' : (m[1] ?? '')))
  if (s.includes('\\')) {
    s = s.replace(/\\\\|\\[,;:! ]/g, ' ').replace(/\\-/g, '')
    s = s.replace(FORMATTING, '').replace(/\\(?:math)?(?:dollar|textdollar)/g, '$')
    s = s.replace(/\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2')
    s = s.replace(/\\(?:['`^"~=.]|[Hcvukrbd](?![A-Za-z]))\s*/g, '')
    s = s.replace(/\\([A-Za-z]+)\s*/g, (_, name: string) => SYMBOL_COMMANDS[name] ?? `${name} `)
  }
  // A superscript digit after a digit is a power and stays one.
  s = s.replace(/(\p{N})\s*\$?\s*(?:\{\})?\^\s*\{?\s*(?=\p{N})/gu, '$1\u{e000}').replace(/[\^_]/g, '').replace(/\u{e000}/gu, '^')
  return s.replace(/~/g, ' ').replace(/[{}]/g, '').replace(/\$([^$]*)\$/g, '$1')
}
