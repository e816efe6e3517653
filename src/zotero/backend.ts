import type { ZoteroItem } from './item.ts'
import type { Outcome } from './problem.ts'

export interface ZoteroStatus {
  readonly status: 'ok' | 'read_only' | 'api_disabled' | 'not_running' | 'unreachable' | 'disabled'
  readonly zoteroVersion?: string
  readonly apiVersion?: number
  readonly schemaVersion?: number
  readonly canRead: boolean
  readonly canWrite: boolean
  readonly writeNeeds: 'none' | 'authorization' | 'zotero_10'
  /** The first digits of the server id's SHA-256: enough to see that the library is another one. */
  readonly serverIdHash?: string
  /** The connector answers (any Zotero that runs). */
  readonly connector: boolean
  readonly fallbackImportFiles: true
  /** A problem's code where there is one. */
  readonly code?: string
  /** What the reader can do about it. */
  readonly help: string
}

export interface ItemQuery {
  /** Text; how it is matched is `mode`. */
  readonly q?: string
  /** `titleCreatorYear` sees titles, creators, years and citation keys; `everything` all fields and more. */
  readonly mode?: 'titleCreatorYear' | 'everything'
  readonly tag?: string
  readonly collection?: string
  readonly itemKeys?: readonly string[]
  readonly since?: number
  readonly start?: number
  readonly limit: number
  readonly includeTrashed?: boolean
}

export interface ItemPage {
  readonly items: readonly ZoteroItem[]
  /** Elements of the answer, notes and attachments included: what `start` counts. */
  readonly received: number
  readonly total: number
  /** Version of the library. */
  readonly version: number
}

export interface Collection {
  readonly key: string
  readonly name: string
  readonly parent?: string
}

/** What one write request did, by the position of each object in it. */
export interface WriteAnswer {
  readonly written: ReadonlyMap<number, string>
  readonly unchanged: ReadonlyMap<number, string>
  readonly failed: ReadonlyMap<number, { readonly code: number; readonly message: string }>
}

export type WriteResult =
  | { readonly kind: 'answered'; readonly answer: WriteAnswer }
  /** The same write token was seen before: the request had been carried out. */
  | { readonly kind: 'already-written' }

export interface WriteOptions {
  readonly signal: AbortSignal
  /** 5 to 32 characters; the same for a repetition of the same request. */
  readonly token: string
}

/**
 * A library that can be read, planned against and written to. The built-in local API is one; an extension or the Web API could be another.
 * Reads answer for one library, the one of the settings.
 */
export interface ZoteroBackend {
  /** Never asks for permission to write. Cached for half a minute unless `fresh`. */
  status(signal: AbortSignal, fresh?: boolean): Promise<ZoteroStatus>
  /** Identity of the library: server id and library; undefined where the server has none. */
  identity(): string | undefined
  items(query: ItemQuery, signal: AbortSignal): Promise<Outcome<ItemPage>>
  /** Version by key of all top-level items. */
  versions(signal: AbortSignal): Promise<Outcome<ReadonlyMap<string, number>>>
  collections(signal: AbortSignal): Promise<Outcome<readonly Collection[]>>
  allowedFields(itemType: string, signal: AbortSignal): Promise<ReadonlySet<string>>
  /** Whether a write would go through without asking the user. */
  authorization(): 'remembered' | 'prompt' | 'unavailable'
  /** One request of at most 50 objects. May open Zotero's dialog. */
  write(kind: 'items' | 'collections', objects: readonly object[], options: WriteOptions): Promise<Outcome<WriteResult>>
  /** Creates items through the connector from RIS text; their keys in order. */
  importRis(text: string, session: string, signal: AbortSignal): Promise<Outcome<readonly string[]>>
}
