import type { CiteConfig } from '../model/config.ts'
import type { CiteVerifier, VerifyOptions } from '../runtime.ts'
import type { Deadline } from './deadline.ts'

/** The switches that a call may set. */
interface Wishes { readonly fresh?: boolean | undefined; readonly suggest?: boolean | undefined; readonly include_zotero?: boolean | undefined }

/** What the three tools share within one mount: the configuration, one verifier (so one pace per host), one way to stop. */
export interface Session {
  readonly config: CiteConfig
  /** Made at the first call, so that mounting the plugin loads none of the libraries. */
  verifier(): Promise<CiteVerifier>
  /** Options of one call: its signal joined with the unmounting of the plugin, and its budget. */
  optionsOf(signal: AbortSignal, deadline: Deadline, wishes: Wishes): VerifyOptions
  /** Aborts calls under way and closes the verifier. */
  close(): Promise<void>
}

/** A session over `create`, which is called at most once at a time; a failed creation is tried again by the next call. */
export function createSession(config: CiteConfig, create: () => Promise<CiteVerifier>): Session {
  const unmounted = new AbortController()
  let made: Promise<CiteVerifier> | undefined
  return {
    config,
    verifier() {
      unmounted.signal.throwIfAborted()
      made ??= create().catch((error: unknown) => {
        made = undefined
        throw error
      })
      return made
    },
    optionsOf(signal, deadline, { fresh, suggest, include_zotero: includeZotero }) {
      return { signal: AbortSignal.any([signal, unmounted.signal]), budgetMs: deadline.budgetMs, fresh: fresh === true, suggest: suggest === true, includeZotero: includeZotero === true }
    },
    async close() {
      unmounted.abort(new Error('the plugin was unmounted'))
      await (await made?.catch(() => undefined))?.close()
    },
  }
}
