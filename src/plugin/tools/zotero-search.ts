import { defineTool, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import type { LibraryHits } from '../../zotero/library-search.ts'
import { renderHits } from '../../zotero/answer-text.ts'
import { wordingOf, type ZoteroSession } from '../zotero-session.ts'
import { toPlain } from './plain.ts'

/** cite_zotero_search: the local library by DOI, title, words, key, creator, year, tag, collection. Notes and files are never read. */
export function zoteroSearchTool(session: ZoteroSession): ToolDefinition {
  const { language } = session.config
  return defineTool({
    name: 'cite_zotero_search',
    description: 'Search the local Zotero library. Give one of doi, title, query, citekey or creator; the others narrow. Notes and attachments are never read.',
    parameters: {
      doi: { type: 'string' }, title: { type: 'string' }, query: { type: 'string', description: 'Words in titles, creators, years' }, citekey: { type: 'string' }, creator: { type: 'string' },
      year_from: { type: 'integer' }, year_to: { type: 'integer' }, tag: { type: 'string' }, collection_path: { type: 'string', description: 'Parent/Child' },
      library: { type: 'string', description: 'user or group:<id>; default as configured' }, limit: { type: 'integer', description: '1 to 200' },
    },
    output: {
      schema: { type: 'json' },
      render: (_args, value) => {
        const answer = value as unknown as ({ readonly status: 'ok' } & LibraryHits) | { readonly status: string; readonly code: string; readonly detail: string }
        return [{ type: 'text', text: 'code' in answer ? `${answer.status}: ${answer.code}: ${answer.detail}` : renderHits(answer, wordingOf(language)) }]
      },
    },
    timeoutMs: 60_000,
    isConcurrencySafe: () => true,
    presentCall: () => ({ card: 'generic', title: 'Search Zotero', kind: 'search' }),
    async execute({ year_from: yearFrom, year_to: yearTo, collection_path: collectionPath, ...rest }, exec) {
      const query = { ...rest, ...(yearFrom === undefined ? {} : { yearFrom }), ...(yearTo === undefined ? {} : { yearTo }), ...(collectionPath === undefined ? {} : { collectionPath }) }
      const found = await (await session.bridge()).search(query, session.signalOf(exec.signal))
      return toPlain(found.ok ? { status: 'ok', ...found.value } : { status: 'unavailable', records: [], ...found.problem }) as never
    },
  })
}
