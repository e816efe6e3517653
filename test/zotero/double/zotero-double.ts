import { createLibrary, type DoubleLibrary } from './library.ts'
import { startRawServer, type RawReply, type RawRequest, type RawServer } from './raw-server.ts'

export interface DoubleOptions {
  /** `X-Zotero-Version`; from 10 on the local API writes and names its server. */
  readonly version?: string
  readonly apiEnabled?: boolean
  readonly serverId?: string
}

/** How the next dialogs are answered; the last answer repeats. */
export type Dialog = 'deny' | 'once' | 'always' | { readonly retryAfter: number }

export interface ZoteroDouble extends RawServer {
  readonly library: DoubleLibrary
  /** Answers of the permission dialog, in order. */
  dialogs: Dialog[]
  serverId: string
  apiEnabled: boolean
  /** Takes a request before the double does. */
  intercept: ((request: RawRequest) => RawReply | undefined) | undefined
  /** After so many writes: the next write is carried out, and its answer lost. */
  loseAnswerOf: 'items' | 'collections' | undefined
  /** Requests of one kind. */
  asked(method: string, path: RegExp): readonly RawRequest[]
}

/** A Zotero that keeps items, collections, versions, keys and write tokens, and refuses what the real one refuses, in its words. */
export async function startZoteroDouble(options: DoubleOptions = {}): Promise<ZoteroDouble> {
  const version = options.version ?? '10.0.0'
  const canWrite = Number.parseInt(version, 10) >= 10
  const library = createLibrary()
  const keys = new Map<string, 'once' | 'always'>()
  const tokens = new Set<string>()
  const sessions = new Set<string>()
  let dialogCount = 0
  const state = { dialogs: ['always'] as Dialog[], serverId: options.serverId ?? 'Do0bLeSeRvEr', apiEnabled: options.apiEnabled ?? true, intercept: undefined as ZoteroDouble['intercept'], loseAnswerOf: undefined as ZoteroDouble['loseAnswerOf'] }

  const base = (): Record<string, string> => ({ 'X-Zotero-Version': version, 'X-Zotero-Connector-API-Version': '3' })
  const api = (): Record<string, string> => ({ ...base(), 'Zotero-API-Version': '3', 'Zotero-Schema-Version': '41', ...(canWrite ? { 'Zotero-Server-ID': state.serverId } : {}) })
  const text = (status: number, body: string, headers = api()): RawReply => ({ status, headers: { ...headers, 'Content-Type': 'text/plain' }, body })
  const json = (value: unknown, headers: Record<string, string> = {}, status = 200): RawReply => ({ status, headers: { ...api(), 'Content-Type': 'application/json', 'Last-Modified-Version': String(library.version()), ...headers }, body: JSON.stringify(value) })

  async function answer(request: RawRequest): Promise<RawReply> {
    const { method, path, headers, query } = request
    const taken = state.intercept?.(request)
    if (taken !== undefined) return taken
    if (!/^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/.test(headers['host'] ?? '')) return { status: 400, headers: { 'content-type': 'text/plain;charset=utf-8' }, body: 'Bad request\n' }
    if (((headers['user-agent'] ?? '').startsWith('Mozilla/') || headers['origin'] !== undefined) && headers['zotero-allowed-request'] === undefined) return 'drop'
    if (path === '/connector/ping') return { status: 200, headers: { ...base(), 'Content-Type': 'text/html' }, body: '<!DOCTYPE html><html><body>Zotero is running</body></html>' }
    if (path === '/connector/import') return importRis(request)
    if (!path.startsWith('/api/')) return text(404, 'No endpoint found\n', base())
    if (!state.apiEnabled) return text(403, 'Local API is not enabled')
    if (path === '/api/') return text(200, 'Nothing to see here.')
    if (headers['zotero-server-id'] !== undefined && headers['zotero-server-id'] !== state.serverId) return text(412, 'Zotero-Server-ID does not match this server')
    if (method === 'POST') return canWrite ? write(request) : text(400, 'Endpoint does not support method\n', base())
    if (path === '/api/itemTypeFields') return json(library.fieldsOf(query.get('itemType') ?? '').map((field) => ({ field, localized: field })))
    const collection = /^\/api\/users\/0\/collections\/([A-Z0-9]{8})\/items\/top$/.exec(path)?.[1]
    if (path === '/api/users/0/items/top' || collection !== undefined) {
      if (query.get('format') === 'versions') return json(library.versions())
      const { rows, total } = library.find(query, collection)
      return json(rows, { 'Total-Results': String(total) })
    }
    if (path === '/api/users/0/collections') {
      const all = library.collections()
      const start = Number(query.get('start') ?? 0)
      return json(all.slice(start, start + Number(query.get('limit') ?? all.length)), { 'Total-Results': String(all.length) })
    }
    return text(404, 'Not found')
  }

  function write({ path, headers, body }: RawRequest): RawReply {
    if (headers['zotero-server-id'] === undefined) return text(428, 'Zotero-Server-ID not provided')
    if (path === '/api/local/authorize') return authorize(body)
    const key = headers['zotero-api-key']
    if (key === undefined) return { ...(text(401, 'API key required -- POST /api/local/authorize to obtain one', base()) as object), status: 401 }
    const kind = keys.get(key)
    if (kind === undefined) return text(401, 'Invalid or expired API key', base())
    // Spent by the first request that carries it, also by one that fails.
    if (kind === 'once') keys.delete(key)
    const token = headers['zotero-write-token']
    if (token !== undefined && tokens.has(token)) return text(412, 'Write token already used')
    const objects = JSON.parse(body) as unknown
    if (!Array.isArray(objects)) return text(400, 'Uploaded data must be a JSON array')
    if (objects.length > 50) return text(413, 'Cannot add more than 50 items at a time')
    if (token !== undefined) tokens.add(token)
    const target = path.endsWith('/collections') ? 'collections' : 'items'
    const result = target === 'collections' ? library.writeCollections(objects) : library.writeItems(objects)
    if (state.loseAnswerOf === target) {
      state.loseAnswerOf = undefined
      return 'drop'
    }
    return json(result)
  }

  function authorize(body: string): RawReply {
    if (typeof (JSON.parse(body) as { appName?: unknown }).appName !== 'string') return text(400, 'appName is required')
    const dialog = state.dialogs.length > 1 ? state.dialogs.shift() as Dialog : state.dialogs[0] as Dialog
    if (typeof dialog === 'object') return { status: 429, headers: { ...api(), 'Content-Type': 'text/plain', 'Retry-After': String(dialog.retryAfter) }, body: 'Too many authorization requests' }
    if (dialog === 'deny') return json({ denied: true }, {}, 403)
    const key = `key${String(++dialogCount).padStart(29, '0')}`
    keys.set(key, dialog)
    return json({ key, remember: dialog === 'always' })
  }

  function importRis({ query, body }: RawRequest): RawReply {
    const session = query.get('session') ?? 'default'
    if (sessions.has(session)) return { status: 409, headers: { ...base(), 'Content-Type': 'application/json' }, body: JSON.stringify({ error: 'SESSION_EXISTS' }) }
    if (!/^TY {2}- /m.test(body)) return { status: 400, headers: { ...base(), 'Content-Length': '0' } }
    sessions.add(session)
    return { status: 201, headers: { ...base(), 'Content-Type': 'application/json' }, body: JSON.stringify(library.importRis(body)) }
  }

  const server = await startRawServer(answer)
  return Object.defineProperties({
    ...server, library,
    asked: (method: string, path: RegExp) => server.requests.filter((request) => request.method === method && path.test(request.path)),
  }, Object.fromEntries(Object.keys(state).map((name) => [name, { get: () => state[name as keyof typeof state], set: (value: never) => { (state as Record<string, unknown>)[name] = value } }]))) as unknown as ZoteroDouble
}
