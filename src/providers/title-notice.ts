import type { Notice, NoticeType } from '../model/notice.ts'

/** Marks that a publisher puts before the title of the work itself. The rest of the title is the work's own. */
const ABOUT_THIS: readonly (readonly [RegExp, NoticeType])[] = [
  [/^[[(]?\s*retracted(?:\s+(?:article|chapter|paper|manuscript|publication|conference paper))?\s*[\])]?\s*(?:[:：.–—-]+\s*|(?<=\])\s*)(?=\S)/i, 'retraction'],
  [/^[[(]?\s*withdrawn(?:\s+(?:article|chapter|paper|manuscript|publication))?\s*[\])]?\s*(?:[:：.–—-]+\s*|(?<=\])\s*)(?=\S)/i, 'withdrawal'],
  [/^[[(]?\s*(?:temporary\s+)?remov(?:ed|al)\s*[\])]?\s*(?:[:：]\s*|(?<=\])\s*)(?=\S)/i, 'removal'],
]

/** Titles of records that are themselves a notice of another work. A colon or a fixed phrase is required: "Correction of …" may be any subject. */
const THIS_IS_NOTICE: readonly (readonly [RegExp, NoticeType])[] = [
  [/^(?:retraction(?:\s+(?:note|notice|statement))?|statement of retraction|notice of retraction(?: and replacement)?|article retraction)\s*(?:[:—–]|\bto\b\s*:?|\bof\b\s*:|$)/i, 'retraction'],
  [/^(?:withdrawal notice|notice of withdrawal|statement of withdrawal)\s*(?::|\bto\b|\bof\b|$)/i, 'withdrawal'],
  [/^(?:editorial\s+)?expression of concern\s*(?::|\bto\b|\bon\b|\babout\b|$)/i, 'expression_of_concern'],
  [/^(?:(?:author|publisher)(?:'s|’s)? correction|correction|erratum|errata|corrigendum|corrigenda|addendum)\s*(?::|\bto\b\s*:?\s|$)/i, 'correction'],
]

/**
 * What a title's own words say: `RETRACTED: …` and `WITHDRAWN: …` are about this work, `Retraction: …` or `Correction to: …` is a notice
 * of another. IEEE puts `Notice of Retraction` before the title of the retracted paper itself (prefix 10.1109).
 * `title` is the title without the mark, where the mark is about this work.
 */
export function noticeOfTitle(title: string | undefined, doi?: string): { readonly notice: Notice; readonly title?: string } | undefined {
  if (title === undefined) return undefined
  const plain = title.replace(/^(?:\s*<[^>]+>)+/, '').trim()
  if (doi?.startsWith('10.1109/')) {
    const ieee = /^notice of (retraction|removal|violation of ieee publication principles)\s*(?:<br\s*\/?>|:|-|—)?\s*/i.exec(plain)
    if (ieee && plain.length > ieee[0].length) {
      const type: NoticeType = /retraction/i.test(ieee[0]) ? 'retraction' : /removal/i.test(ieee[0]) ? 'removal' : 'expression_of_concern'
      return { notice: { type, direction: 'about-this', source: 'title' }, title: plain.slice(ieee[0].length) }
    }
  }
  for (const [mark, type] of ABOUT_THIS) {
    const match = mark.exec(plain)
    if (match) return { notice: { type, direction: 'about-this', source: 'title' }, title: plain.slice(match[0].length) }
  }
  for (const [mark, type] of THIS_IS_NOTICE) if (mark.test(plain)) return { notice: { type, direction: 'this-is-notice', source: 'title' } }
  return undefined
}

/** Adds the title's notice unless a better source already says the same of the same side. */
export function withTitleNotice(notices: readonly Notice[], said: { readonly notice: Notice } | undefined): readonly Notice[] {
  if (!said || notices.some((notice) => notice.direction === said.notice.direction && notice.type === said.notice.type)) return notices
  return [...notices, said.notice]
}
