import { asObject, asObjects, asText } from '../providers/json-field.ts'
import type { ZoteroBackend, WriteResult } from './backend.ts'
import type { KeyRing, WriteKey } from './key-ring.ts'
import type { LocalAnswer, LocalApi } from './local-api.ts'
import type { Probe } from './probe.ts'
import { done, stopped, type Outcome } from './problem.ts'
import { parseWriteAnswer } from './write-answer.ts'

/** Zotero waits for its user to answer the dialog. */
const AUTHORIZE_MS = 120_000
/** Fifty items may take Zotero longer to save than one to read. */
const WRITE_TIME = 6

export interface LocalWriterParts {
  readonly api: LocalApi
  readonly keys: KeyRing
  readonly probe: Probe
  readonly library: string
  readonly appName: string
  readonly timeoutMs: number
}

/** The writing half of the local API: POST of items and collections, never PUT or DELETE, and the only caller of Zotero's dialog. */
export function createLocalWriter({ api, keys, probe, library, appName, timeoutMs }: LocalWriterParts): Pick<ZoteroBackend, 'write' | 'importRis'> {
  async function authorize(serverId: string, signal: AbortSignal): Promise<Outcome<WriteKey>> {
    const answer = await api.send({ method: 'POST', path: '/api/local/authorize', body: JSON.stringify({ appName }), headers: { 'zotero-server-id': serverId }, timeoutMs: AUTHORIZE_MS, signal })
    if (!answer.ok) return answer
    const { status, headers } = answer.value
    if (status === 403) return stopped('zotero_write_denied', 'the dialog in Zotero was answered with Deny')
    if (status === 429) return stopped('zotero_authorize_rate_limited', 'Zotero has shown its dialog too often', { retryAfter: Number(/^\d+$/.exec(headers['retry-after'] ?? '')?.[0] ?? 60) })
    if (status === 412 || status === 428) return await serverChanged(serverId)
    const body = jsonOf(answer.value)
    const key = asText(body?.['key'])
    if (status !== 200 || key === undefined) return stopped('zotero_unexpected', `the request for permission was answered ${status}`)
    return done({ key, lasting: body?.['remember'] === true })
  }

  async function serverChanged(serverId: string): Promise<Outcome<never>> {
    probe.forget()
    await keys.forget(serverId)
    return stopped('zotero_server_changed', 'Zotero has another database now; its key was dropped')
  }

  return {
    async write(kind, objects, { signal, token }) {
      const { serverId, problem } = await probe.look(signal)
      if (problem) return { ok: false, problem }
      if (serverId === undefined) return stopped('zotero_not_writable', 'writing came with Zotero 10')
      let replays = 0
      let lost = 0
      for (;;) {
        let key = await keys.take(serverId)
        if (key === undefined) {
          const given = await authorize(serverId, signal)
          if (!given.ok) return given
          key = given.value
          if (key.lasting) await keys.put(serverId, key)
        }
        const answer = await api.send({
          method: 'POST', path: `/api/${library}/${kind}`, body: JSON.stringify(objects), timeoutMs: timeoutMs * WRITE_TIME, signal,
          headers: { 'zotero-server-id': serverId, 'zotero-api-key': key.key, 'zotero-write-token': token },
        })
        if (!answer.ok) {
          // The answer is lost, not the request: the write token makes a repetition safe.
          if (answer.problem.lost && lost++ < 1) continue
          return answer.problem.lost ? stopped('zotero_write_outcome_unknown', `the answer was lost twice (${answer.problem.detail})`, { lost: true }) : answer
        }
        const { status, text } = answer.value
        if (status === 401) {
          await keys.forget(serverId)
          if (replays++ < 1) continue
          return stopped('zotero_write_unauthorized', 'Zotero refused the key twice')
        }
        return await resultOf(answer.value, status, text, serverId)
      }
    },
    async importRis(text, session, signal) {
      const answer = await api.send({ method: 'POST', path: '/connector/import', query: { session }, body: text, contentType: 'text/plain; charset=utf-8', timeoutMs: timeoutMs * WRITE_TIME, signal })
      if (!answer.ok) return answer
      if (answer.value.status !== 201) return stopped('zotero_write_rejected', `the import was answered ${answer.value.status}`)
      try {
        const rows = asObjects(answer.value.json())
        return done(rows.filter((row) => row['itemType'] !== 'note' && row['itemType'] !== 'attachment').map((row) => asText(row['key']) ?? ''))
      } catch {
        return stopped('zotero_write_outcome_unknown', 'the answer to the import is not JSON')
      }
    },
  }

  async function resultOf(answer: LocalAnswer, status: number, text: string, serverId: string): Promise<Outcome<WriteResult>> {
    if (status === 412 && /write token/i.test(text)) return done({ kind: 'already-written' })
    if (status === 412 || status === 428) return serverChanged(serverId)
    if (status === 403) return stopped('zotero_library_read_only', 'this library cannot be written to')
    if (status !== 200) return stopped('zotero_write_rejected', `Zotero answered ${status}`)
    let parsed
    try {
      parsed = parseWriteAnswer(answer.json())
    } catch {
      parsed = undefined
    }
    return parsed === undefined ? stopped('zotero_write_outcome_unknown', 'the answer to the write cannot be read') : done({ kind: 'answered', answer: parsed })
  }
}

function jsonOf(answer: LocalAnswer): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(answer.json())
  } catch {
    return undefined
  }
}
