import { sha256 } from '../base/sha256.ts'
import type { Clock } from '../http/clock.ts'
import type { ZoteroStatus } from './backend.ts'
import type { LocalApi } from './local-api.ts'
import type { ZoteroCode, ZoteroProblem } from './problem.ts'

/** What a probe found: the status to show, and what the other requests need. */
export interface Probed {
  readonly status: Omit<ZoteroStatus, 'writeNeeds'>
  /** Present only where the local API can write (Zotero 10 and later). */
  readonly serverId?: string
  readonly problem?: ZoteroProblem
}

export interface Probe {
  look(signal: AbortSignal, fresh?: boolean): Promise<Probed>
  last(): Probed | undefined
  forget(): void
}

const LIFETIME_MS = 30_000
export const SETTINGS_PATH = 'Zotero: Settings > Advanced > "Allow other applications on this computer to communicate with Zotero"'

/** Ping, then the root of the local API; both GET. Remembered for half a minute. Never asks for permission to write. */
export function createProbe(api: LocalApi, clock: Clock): Probe {
  let known: { readonly at: number; readonly probed: Probed } | undefined
  return {
    async look(signal, fresh = false) {
      if (!fresh && known && clock.monotonic() - known.at < LIFETIME_MS) return known.probed
      const probed = await probe(api, signal)
      known = { at: clock.monotonic(), probed }
      return probed
    },
    last: () => known?.probed,
    forget() { known = undefined },
  }
}

async function probe(api: LocalApi, signal: AbortSignal): Promise<Probed> {
  const ping = await api.send({ path: '/connector/ping', signal })
  if (!ping.ok) {
    const isDown = ping.problem.code === 'zotero_not_running'
    return down(isDown ? 'not_running' : 'unreachable', ping.problem.code, ping.problem.detail, isDown ? 'Start Zotero, or use import files.' : 'Something answers on that port as Zotero does not; check zotero.baseUrl.', false)
  }
  const root = await api.send({ path: '/api/', signal })
  if (!root.ok) return down('unreachable', root.problem.code, root.problem.detail, 'Zotero runs but its local API did not answer.', true)
  const { status, headers } = root.value
  const version = headers['x-zotero-version'] ?? ping.value.headers['x-zotero-version']
  const named = version === undefined ? {} : { zoteroVersion: version.slice(0, 40) }
  if (status === 403) return { ...down('api_disabled', 'zotero_api_disabled', 'the local API is switched off', `Switch it on in ${SETTINGS_PATH}.`, true, named) }
  if (status === 404) return down('unreachable', 'zotero_too_old', 'this Zotero has no local API', 'The local API came with Zotero 7; update Zotero, or use import files.', true, named)
  if (status !== 200) return down('unreachable', 'zotero_unexpected', `the local API answered ${status}`, 'Zotero runs but its local API answers in an unknown way.', true, named)
  const serverId = /^\S{4,64}$/.exec(headers['zotero-server-id'] ?? '')?.[0]
  const number = (name: string): number | undefined => (/^\d{1,6}$/.test(headers[name] ?? '') ? Number(headers[name]) : undefined)
  const [apiVersion, schemaVersion] = [number('zotero-api-version'), number('zotero-schema-version')]
  return {
    ...(serverId === undefined ? {} : { serverId }),
    status: {
      status: serverId === undefined ? 'read_only' : 'ok', ...named,
      ...(apiVersion === undefined ? {} : { apiVersion }), ...(schemaVersion === undefined ? {} : { schemaVersion }),
      canRead: true, canWrite: serverId !== undefined,
      ...(serverId === undefined ? {} : { serverIdHash: sha256(serverId).slice(0, 12) }),
      connector: true, fallbackImportFiles: true,
      help: serverId === undefined ? 'This Zotero can be read; writing came with Zotero 10. Until then use import files.' : 'Zotero can be read and, after its own dialog, written to.',
    },
  }
}

function down(status: ZoteroStatus['status'], code: ZoteroCode, detail: string, help: string, connector: boolean, more: { zoteroVersion?: string } = {}): Probed {
  return { problem: { code, detail }, status: { status, ...more, canRead: false, canWrite: false, connector, fallbackImportFiles: true, code, help } }
}
