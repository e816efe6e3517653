import { defineTool, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import type { LiteratureAnswer } from '../../zotero/literature-search.ts'
import { renderLiterature } from '../../zotero/answer-text.ts'
import { wordingOf, type ZoteroSession } from '../zotero-session.ts'
import { toPlain } from './plain.ts'
import { named } from './zotero-upsert.ts'

/** cite_search: the four indexes, and on request the local library. Throws INVALID_INPUT and UNSUPPORTED_IDENTIFIER. */
export function citeSearchTool(session: ZoteroSession): ToolDefinition {
  const { language } = session.config
  return defineTool({
    name: 'cite_search',
    description: 'Search literature by topic (query), title or DOI in OpenAlex, Semantic Scholar, Crossref and PubMed. With include_zotero true also the local Zotero library; results already in it are marked. '
      + 'Results are candidates, not verified citations.',
    parameters: {
      query: { type: 'string' }, title: { type: 'string' }, doi: { type: 'string' },
      from_year: { type: 'integer' }, to_year: { type: 'integer' },
      limit: { type: 'integer', description: 'Results of each provider; default 10, at most 100' },
      include_zotero: { type: 'boolean', description: 'Default false: not one request goes to Zotero' },
      zotero_limit: { type: 'integer' }, zotero_tag: { type: 'string' }, zotero_collection_path: { type: 'string' },
      fresh: { type: 'boolean', description: 'Bypass the response cache. Default false.' },
    },
    output: {
      schema: { type: 'json' },
      render: (_args, value) => [{ type: 'text', text: renderLiterature(value as unknown as LiteratureAnswer, wordingOf(language)) }],
      presentationMeta: (_args, value) => ({ status: `${(value as unknown as LiteratureAnswer).results.length} results` }),
    },
    timeoutMs: 120_000,
    isConcurrencySafe: () => true,
    presentCall: (args) => ({ card: 'generic', title: `Search literature: ${(args.query ?? args.title ?? args.doi ?? '').slice(0, 60)}`, kind: 'search', rawInput: args }),
    async execute(args, exec) {
      const bridge = await session.bridge()
      return toPlain(await bridge.searchLiterature({
        ...named('query', args.query), ...named('title', args.title), ...named('doi', args.doi), ...named('fromYear', args.from_year), ...named('toYear', args.to_year), ...named('limit', args.limit),
        ...named('includeZotero', args.include_zotero), ...named('zoteroLimit', args.zotero_limit), ...named('zoteroTag', args.zotero_tag), ...named('zoteroCollectionPath', args.zotero_collection_path),
      }, { signal: session.signalOf(exec.signal), fresh: args.fresh === true })) as never
    },
  })
}
