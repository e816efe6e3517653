import type { Clock } from '../http/clock.ts'
import { asObject, asObjects, asText } from '../providers/json-field.ts'
import type { Collection, ItemQuery, ZoteroBackend } from './backend.ts'
import { bundledFields } from './item-fields.ts'
import { parseItem, plain } from './item.ts'
import type { KeyRing } from './key-ring.ts'
import type { LocalAnswer, LocalApi } from './local-api.ts'
import { createLocalWriter } from './local-writer.ts'
import { createProbe, SETTINGS_PATH } from './probe.ts'
import { done, stopped, type Outcome } from './problem.ts'
import type { ZoteroSettings } from './settings.ts'

/** Collections read at most: a server that never ends its list is not followed. */
const MOST_COLLECTIONS = 20_000

export interface LocalBackendParts {
  readonly api: LocalApi
  readonly settings: ZoteroSettings
  readonly keys: KeyRing
  readonly clock: Clock
  /** Shown in Zotero's dialog. */
  readonly appName: string
}

/** Zotero's built-in local API: read from version 7 on, written to from 10 on. */
export function createLocalBackend({ api, settings, keys, clock, appName }: LocalBackendParts): ZoteroBackend {
  const probe = createProbe(api, clock)
  const library = settings.library === 'user' ? 'users/0' : `groups/${settings.library.slice('group:'.length)}`
  const fields = new Map<string, ReadonlySet<string>>()
  const writer = createLocalWriter({ api, keys, probe, library, appName, timeoutMs: settings.timeoutMs })

  /** A read of the library that was probed; a server id that is another one now drops what is known of the old. */
  async function get(path: string, query: Readonly<Record<string, string | number>>, signal: AbortSignal): Promise<Outcome<LocalAnswer>> {
    const probed = await probe.look(signal)
    if (probed.problem) return { ok: false, problem: probed.problem }
    const answer = await api.send({ path, query, signal, headers: probed.serverId === undefined ? {} : { 'zotero-server-id': probed.serverId } })
    if (!answer.ok) return answer
    const { status } = answer.value
    if (status === 412 && probed.serverId !== undefined) {
      probe.forget()
      await keys.forget(probed.serverId)
      return stopped('zotero_server_changed', 'Zotero has another database now')
    }
    if (status === 403) return stopped('zotero_api_disabled', `the local API is switched off; ${SETTINGS_PATH}`)
    return status === 200 ? answer : stopped('zotero_unexpected', `Zotero answered ${status}`)
  }

  async function list(path: string, query: Readonly<Record<string, string | number>>, signal: AbortSignal): Promise<Outcome<{ readonly rows: readonly unknown[]; readonly answer: LocalAnswer }>> {
    const answer = await get(path, query, signal)
    if (!answer.ok) return answer
    try {
      const rows = answer.value.json()
      return Array.isArray(rows) ? done({ rows, answer: answer.value }) : stopped('zotero_unexpected', 'the answer is no list')
    } catch {
      return stopped('zotero_unexpected', 'the answer is not the JSON that was asked for')
    }
  }

  return {
    async status(signal, fresh = false) {
      const { status, serverId } = await probe.look(signal, fresh)
      return { ...status, writeNeeds: serverId === undefined ? 'zotero_10' : keys.holds(serverId) ? 'none' : 'authorization' }
    },
    identity: () => { const id = probe.last()?.serverId; return id === undefined ? undefined : `${id} ${library}` },
    async items(query, signal) {
      const path = query.collection === undefined ? `/api/${library}/items/top` : `/api/${library}/collections/${query.collection}/items/top`
      const found = await list(path, parametersOf(query), signal)
      if (!found.ok) return found
      const { rows, answer: { headers } } = found.value
      return done({ items: rows.flatMap((row) => parseItem(row) ?? []), received: rows.length, total: Number(headers['total-results'] ?? rows.length), version: Number(headers['last-modified-version'] ?? 0) })
    },
    async versions(signal) {
      const answer = await get(`/api/${library}/items/top`, { format: 'versions', includeTrashed: 1 }, signal)
      if (!answer.ok) return answer
      try {
        return done(new Map(Object.entries(asObject(answer.value.json()) ?? {}).map(([key, version]) => [key, Number(version)])))
      } catch {
        return stopped('zotero_unexpected', 'the answer is not the JSON that was asked for')
      }
    },
    async collections(signal) {
      const all: Collection[] = []
      for (let start = 0; start < MOST_COLLECTIONS;) {
        const page = await list(`/api/${library}/collections`, { format: 'json', limit: 500, start }, signal)
        if (!page.ok) return page
        all.push(...asObjects(page.value.rows).flatMap(collectionOf))
        start += page.value.rows.length
        if (page.value.rows.length === 0 || start >= Number(page.value.answer.headers['total-results'] ?? 0)) break
      }
      return done(all)
    },
    async allowedFields(itemType, signal) {
      const known = fields.get(itemType)
      if (known) return known
      const answer = await list('/api/itemTypeFields', { itemType }, signal)
      const names = answer.ok ? asObjects(answer.value.rows).flatMap((row) => asText(row['field']) ?? []) : []
      if (names.length === 0) return bundledFields(itemType)
      const allowed = new Set(names)
      fields.set(itemType, allowed)
      return allowed
    },
    authorization() {
      const probed = probe.last()
      return probed?.serverId === undefined || probed.problem ? 'unavailable' : keys.holds(probed.serverId) ? 'remembered' : 'prompt'
    },
    write: writer.write,
    importRis: writer.importRis,
  }
}

function parametersOf({ q, mode, tag, itemKeys, since, start, limit, includeTrashed }: ItemQuery): Record<string, string | number> {
  return {
    format: 'json', itemType: '-attachment', limit,
    ...(q === undefined ? {} : { q, qmode: mode ?? 'titleCreatorYear' }), ...(tag === undefined ? {} : { tag }),
    ...(itemKeys === undefined ? {} : { itemKey: itemKeys.join(',') }), ...(since === undefined ? {} : { since }), ...(start === undefined ? {} : { start }), ...(includeTrashed === true ? { includeTrashed: 1 } : {}),
  }
}

function collectionOf(row: Readonly<Record<string, unknown>>): readonly Collection[] {
  const data = asObject(row['data'])
  const [key, name, parent] = [asText(data?.['key']), asText(data?.['name']), asText(data?.['parentCollection'])]
  // A deleted collection stands in the list until the trash is emptied.
  if (key === undefined || name === undefined || data?.['deleted'] === 1 || data?.['deleted'] === true) return []
  return [{ key, name: plain(name), ...(parent === undefined ? {} : { parent }) }]
}
