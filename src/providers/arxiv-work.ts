import { xmlChild, xmlChildren, xmlText, type XmlElement } from '../base/xml.ts'
import { parseDoi } from '../identifiers/doi.ts'
import type { ArxivId } from '../model/identifiers.ts'
import type { Notice } from '../model/notice.ts'
import type { Work, WorkDates } from '../model/work.ts'
import { isoOfText } from './iso-date.ts'
import { compact, distinct } from './json-field.ts'
import { personOfText } from './person-name.ts'

/**
 * One Atom entry as a Work. `arxiv:doi` is the published version's DOI (authors enter it), so it names the same work in another form;
 * `arxiv:journal_ref` gives the year of that version. arXiv gives names in reading order.
 */
export function workOfArxiv(entry: XmlElement, { id, version }: { readonly id: ArxivId; readonly version?: number }): Work {
  const published = (xmlText(xmlChild(entry, 'arxiv:doi')) ?? '').split(/\s+/).map((text) => parseDoi(text)).filter((doi) => doi !== undefined)
  const posted = isoOfText(xmlText(xmlChild(entry, 'published')))[0]
  const updated = isoOfText(xmlText(xmlChild(entry, 'updated')))[0]
  const withdrawal = withdrawalOf(xmlText(xmlChild(entry, 'arxiv:comment')), xmlText(xmlChild(entry, 'summary')), version ?? 1)
  return compact<Work>({
    provider: 'arxiv',
    identifiers: { arxiv: id },
    type: 'article',
    title: xmlText(xmlChild(entry, 'title')),
    authors: xmlChildren(entry, 'author').flatMap((author) => { const name = xmlText(xmlChild(author, 'name')); return name ? [personOfText(name)] : [] }),
    dates: compact<WorkDates>({ posted, updated, other: distinct([yearOfReference(xmlText(xmlChild(entry, 'arxiv:journal_ref')))], [posted, updated]) }),
    notices: withdrawal ? [compact<Notice>({ ...withdrawal, date: updated })] : [],
    sameWork: published.map((doi) => ({ relation: 'is-preprint-of' as const, identifiers: { doi } })),
  })
}

/** `Phys.Rev.D76:013009,2007`, `Nature 530 (2016) 291`: the year in brackets, else the last number that is a year. */
function yearOfReference(text: string | undefined): string | undefined {
  return /\(\s*(?:[A-Za-z]+\.?\s+)?((?:19|20)\d\d)\s*\)/.exec(text ?? '')?.[1] ?? [...(text ?? '').matchAll(/(?<![\d.:])((?:19|20)\d\d)(?![\d.:-])/g)].at(-1)?.[1]
}

/**
 * arXiv has no field for a withdrawal: the last version's comment says so, or its abstract is replaced by a sentence that does
 * (info.arxiv.org/help/withdraw). Only a sentence about the paper itself counts; the abstract only in its beginning.
 */
function withdrawalOf(comment: string | undefined, summary: string | undefined, version: number): Omit<Notice, 'date'> | undefined {
  const speaks = (text: string | undefined): boolean => text !== undefined && !/\bnot (?:been )?withdrawn\b/i.test(text) && !earlierOnly(text, version)
    && (/^[\s([*]*withdrawn\b/i.test(text) || /\bwithdrawn by (?:the |its |all )?(?:co-?)?(?:authors?|arxiv|submitter|admin)/i.test(text)
      || /\b(?:paper|article|manuscript|submission|preprint|e-?print|work|draft|note|version|this)\s+(?:(?:has|have|had|was|were|is|are|been|being|now|also|temporarily|already)\s+){0,4}withdrawn\b/i.test(text))
  return speaks(comment) || speaks(summary?.slice(0, 160).split(/(?<=[.!?])\s/)[0]) ? { type: 'withdrawal', direction: 'about-this', source: 'arxiv' } : undefined
}

/** `v1 withdrawn`, said in the comment of a later version, is not about the work as it stands. */
function earlierOnly(text: string, version: number): boolean {
  const named = [...text.matchAll(/\b(?:v|version )(\d+)[^.;]{0,30}withdrawn\b/gi)].map((match) => Number(match[1]))
  return named.length > 0 && named.every((number) => number < version)
}
