import type { Citation } from '../model/citation.ts'
import type { Pmid } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import type { Answer, LookupOptions, ParsedAnswer, Provider } from './provider.ts'
import { parsePubmedArticles } from './pubmed-article.ts'
import { lacksRetractionLink } from './pubmed-notices.ts'
import { parsePubmedSummary } from './pubmed-summary.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'eutils.ncbi.nlm.nih.gov'
/** The example of NCBI's own documentation of esummary. */
const LANDMARK = '11850928' as Pmid
const EUTILS = `https://${HOST}/entrez/eutils`
/** NCBI asks for POST above about 200 ids (NBK25499). */
const MOST_IN_URL = 200
const MOST_IDS = 500

function plan(tool: 'esummary' | 'efetch'): (pmids: readonly Pmid[]) => readonly PlannedRequest<Pmid>[] {
  const settings = tool === 'esummary' ? 'db=pubmed&retmode=json&version=2.0' : 'db=pubmed&retmode=xml'
  const accept = tool === 'esummary' ? 'application/json' : 'text/xml'
  return (pmids) => Array.from({ length: Math.ceil(pmids.length / MOST_IDS) }, (_, index) => pmids.slice(index * MOST_IDS, (index + 1) * MOST_IDS)).map((ids) => ({
    request: ids.length > MOST_IN_URL
      ? { url: `${EUTILS}/${tool}.fcgi`, accept, method: 'POST', body: `${settings}&id=${ids.join(',')}`, contentType: 'application/x-www-form-urlencoded', answers: [400, 414] }
      : { url: `${EUTILS}/${tool}.fcgi?${settings}&id=${ids.join(',')}`, accept, answers: [400, 414] },
    ids,
  }))
}

/** Summaries (JSON) and full records (XML) alike, told apart by their first character. */
export function parsePubmed(bytes: Uint8Array, status: number): ParsedAnswer<Work> {
  const first = bytes.find((byte) => byte > 0x20 && ![0xef, 0xbb, 0xbf].includes(byte))
  return first === 0x3c ? parsePubmedArticles(bytes, status) : parsePubmedSummary(bytes, status)
}

/**
 * PubMed by summary, which answers for every identifier. The full record takes a summary's place where the citation gives full first
 * names (summaries hold initials) or a retraction lacks its link; each answer rests on one stored body. Where the full record
 * cannot be had, the summary stands.
 */
export function createPubmed(context: SourceContext): Provider<Pmid> {
  const shared = { name: 'pubmed', role: 'authority', hosts: [HOST], parse: parsePubmed } as const
  const summaries = createSource<Pmid, Work>({ ...shared, cacheName: 'pubmed', plan: plan('esummary'), landmark: LANDMARK }, context)
  const articles = createSource<Pmid, Work>({ ...shared, cacheName: 'pubmed-efetch', plan: (ids) => plan('efetch')(ids).map((planned) => ({ ...planned, request: { ...planned.request, retries: 0 }, dispensable: true as const })) }, context)

  async function lookup(queries: readonly { readonly id: Pmid; readonly cited?: Citation }[], options: LookupOptions): Promise<ReadonlyMap<Pmid, Answer<Work>>> {
    const answers = new Map(await summaries.lookup(queries, options))
    const wanted = queries.filter(({ id, cited }) => { const answer = answers.get(id); return answer?.kind === 'found' && wantsFullRecord(answer.value, cited) })
    if (wanted.length === 0 || options.signal.aborted) return answers
    for (const [id, answer] of await articles.lookup(wanted, options)) if (answer.kind === 'found') answers.set(id, answer)
    return answers
  }

  return { name: 'pubmed', hosts: [HOST], lookup }
}

function wantsFullRecord(work: Work, cited: Citation | undefined): boolean {
  return lacksRetractionLink(work.notices ?? []) || (cited?.authors ?? []).some((name) => /\p{L}\p{Ll}/u.test(name.given ?? ''))
}
