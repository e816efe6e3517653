import type { CiteConfig } from '../model/config.ts'
import type { Language } from '../messages/message.ts'
import type { ZoteroBridge } from '../runtime/zotero.ts'
import type { Wording } from '../zotero/answer-text.ts'
import { bare, quote } from './quote.ts'

/** What the tools of the Zotero entry share within one mount: one bridge, so one pace, one set of receipts, one key. */
export interface ZoteroSession {
  readonly config: CiteConfig
  bridge(): Promise<ZoteroBridge>
  /** The call's signal joined with the unmounting of the plugin. */
  signalOf(signal: AbortSignal): AbortSignal
  close(): Promise<void>
}

/** A session over `create`, which is called at the first use; a failed creation is tried again by the next call. */
export function createZoteroSession(config: CiteConfig, create: () => Promise<ZoteroBridge>): ZoteroSession {
  const unmounted = new AbortController()
  let made: Promise<ZoteroBridge> | undefined
  return {
    config,
    bridge() {
      unmounted.signal.throwIfAborted()
      made ??= create().catch((error: unknown) => {
        made = undefined
        throw error
      })
      return made
    },
    signalOf: (signal) => AbortSignal.any([signal, unmounted.signal]),
    async close() {
      unmounted.abort(new Error('the plugin was unmounted'))
      await (await made?.catch(() => undefined))?.close()
    },
  }
}

/** Text from outside as the model reads it. */
export function wordingOf(language: Language): Wording {
  return { language, quote, bare }
}
