import { defineTool, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import { UPDATE_POLICIES } from '../../zotero/settings.ts'
import type { UpsertAnswer, UpsertRequest } from '../../zotero/upsert-answer.ts'
import { renderUpsert } from '../../zotero/answer-text.ts'
import { wordingOf, type ZoteroSession } from '../zotero-session.ts'
import { toPlain } from './plain.ts'
import { RECORDS, REVIEW_PARAMETERS } from './zotero-parameters.ts'

/** cite_zotero_upsert: plans, and on request carries out, how references go into the library. Throws BATCH_TOO_LARGE and INVALID_INPUT. */
export function zoteroUpsertTool(session: ZoteroSession): ToolDefinition {
  const { language } = session.config
  return defineTool({
    name: 'cite_zotero_upsert',
    description: 'Add references to the local Zotero library, or fill blank fields of those already there. Dry run by default: it verifies DOIs at Crossref, finds duplicates, and returns the plan with a receipt. '
      + 'To write, show the plan to the user, then repeat the same call with dry_run false, write_intent "apply" and the receipt. Nothing is ever removed. Before Zotero 10 it returns import files instead.',
    parameters: {
      records: RECORDS,
      dry_run: { type: 'boolean', description: 'Default true' },
      write_intent: { type: 'string', description: '"apply" to write' },
      receipt: { type: 'string', description: 'The receipt of the dry run; good once, for five minutes' },
      collection_path: { type: 'string', description: 'Parent/Child; missing levels are made on apply' },
      topic: { type: 'string', description: 'The user\'s topic; never guess one' },
      update_policy: { type: 'string', enum: UPDATE_POLICIES },
      ...REVIEW_PARAMETERS,
    },
    output: {
      schema: { type: 'json' },
      render: (_args, value) => [{ type: 'text', text: renderUpsert(value as unknown as UpsertAnswer, wordingOf(language)) }],
      presentationMeta: (_args, value) => ({ status: (value as unknown as UpsertAnswer).status }),
    },
    // Zotero's dialog waits two minutes for its user, and may come more than once.
    timeoutMs: 600_000,
    isConcurrencySafe: () => false,
    presentCall: (args) => ({ card: 'generic', title: `${args.dry_run === false ? 'Write' : 'Plan'} ${args.records.length} references to Zotero`, kind: args.dry_run === false ? 'edit' : 'read', rawInput: args }),
    async execute(args, exec) {
      const request: UpsertRequest = {
        records: args.records, dryRun: args.dry_run !== false,
        ...named('writeIntent', args.write_intent), ...named('receipt', args.receipt), ...named('collectionPath', args.collection_path), ...named('topic', args.topic), ...named('tags', args.tags),
        ...named('reviewTags', args.review_tags as UpsertRequest['reviewTags']), ...named('updatePolicy', args.update_policy), ...named('verifyCrossref', args.verify_crossref), ...named('crossrefEnrichment', args.crossref_enrichment),
      }
      return toPlain(await (await session.bridge()).upsert(request, session.signalOf(exec.signal))) as never
    },
  })
}

/** The member, where it has a value. */
export function named<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : { [name]: value } as { readonly [Key in Name]: Value }
}
