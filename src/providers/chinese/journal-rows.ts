import type { BridgedJournal } from './journal-bridge.ts'

/** A row and where its facts were read. */
export interface JournalRow extends BridgedJournal {
  /** Identifiers of the queries that showed it: ISSN to NLM id (ESearch, db=nlmcatalog), NLM id to title abbreviation (ESummary), records in PubMed on that day. */
  readonly source: { readonly catalog: 'NLM Catalog'; readonly verified: string; readonly records: number }
}

const row = (displayName: string, issn: string, nlmId: string, nlmTa: string, records: number): JournalRow => ({ displayName, issn, nlmId, nlmTa, source: { catalog: 'NLM Catalog', verified: '2026-07-27', records } })

/**
 * Chinese journal names with what PubMed knows them by. Only rows that were verified: catalogued is not enough (中国全科医学, NLM
 * 101299195, has no title abbreviation and no record, so a miss would say nothing). PubMed finds nothing for a Chinese name itself.
 */
export const JOURNAL_ROWS: readonly JournalRow[] = [
  row('中华医学杂志', '0376-2491', '7511141', 'Zhonghua Yi Xue Za Zhi', 19_347),
  row('中华内科杂志', '0578-1426', '161387', 'Zhonghua Nei Ke Za Zhi', 7_726),
  row('中华外科杂志', '0529-5815', '153611', 'Zhonghua Wai Ke Za Zhi', 11_216),
  row('中华儿科杂志', '0578-1310', '417427', 'Zhonghua Er Ke Za Zhi', 6_167),
  row('中华流行病学杂志', '0254-6450', '8208604', 'Zhonghua Liu Xing Bing Xue Za Zhi', 8_924),
]
