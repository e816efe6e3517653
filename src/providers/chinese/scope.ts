import type { Citation } from '../../model/citation.ts'
import type { Agency } from '../doi-agency.ts'
import type { Answer } from '../provider.ts'

/** One citation to resolve. */
export interface ChineseQuery {
  /** Citation key for the checklist. */
  readonly key: string
  readonly citation: Citation
  /** Language as the source format gives it (`zh-CN`, `chi`). */
  readonly language?: string
  /** First author in pinyin as PubMed writes it (`Cui H`); never derived from the names in Han. */
  readonly firstAuthorPinyin?: string
  /** The registration agency's answer for the cited DOI's prefix, where it has been asked already; it is not asked again. */
  readonly agency?: Answer<Agency>
}

const CHINESE: ReadonlySet<string> = new Set(['zh', 'zh-cn', 'zh-tw', 'zh-hk', 'zh-hans', 'zh-hant', 'chi', 'zho', 'chinese'])

/** Han ideographs of the basic block. Extension blocks, full-width Latin, kana and Hangul say nothing about Chinese. */
export function hasIdeograph(text: string): boolean {
  return /[\u4e00-\u9fff]/.test(text)
}

/** True for an agency whose DOIs this resolver answers for. Chinese DOIs of Crossref are Crossref's own to answer. */
export function isChineseAgency(agency: string): agency is 'ISTIC' | 'CNKI' {
  return agency === 'ISTIC' || agency === 'CNKI'
}

/** Whether a citation is this resolver's, by what it says itself: its agency where known, its language, Han in title or journal. Asks nobody. */
export function isChineseLiterature({ citation, language, agency }: ChineseQuery): boolean {
  if (agency?.kind === 'found' && isChineseAgency(agency.value.agency)) return true
  if (language !== undefined && CHINESE.has(language.trim().toLowerCase().replaceAll('_', '-'))) return true
  return hasIdeograph(citation.title ?? '') || hasIdeograph(citation.venue ?? '')
}
