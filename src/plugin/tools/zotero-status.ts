import { defineTool, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import type { ZoteroStatus } from '../../zotero/backend.ts'
import { renderStatus } from '../../zotero/answer-text.ts'
import { wordingOf, type ZoteroSession } from '../zotero-session.ts'
import { toPlain } from './plain.ts'

/** cite_zotero_status: whether Zotero runs, can be read, can be written to. Two GET requests to this machine; never asks for permission. */
export function zoteroStatusTool(session: ZoteroSession): ToolDefinition {
  return defineTool({
    name: 'cite_zotero_status',
    description: 'Whether the local Zotero runs and can be read or written to, and what to do if not. Changes nothing.',
    parameters: {},
    output: { schema: { type: 'json' }, render: (_args, value) => [{ type: 'text', text: renderStatus(value as unknown as ZoteroStatus, wordingOf(session.config.language)) }] },
    timeoutMs: 30_000,
    isConcurrencySafe: () => true,
    presentCall: () => ({ card: 'generic', title: 'Zotero status', kind: 'read' }),
    async execute(_args, exec) {
      return toPlain(await (await session.bridge()).status(session.signalOf(exec.signal))) as never
    },
  })
}
