import { Agent, request as sendRequest, type IncomingMessage } from 'node:http'
import { parseJson } from '../base/json.ts'
import type { Clock } from '../http/clock.ts'
import type { Base } from './base-url.ts'
import { done, stopped, type Outcome } from './problem.ts'

/** Largest answer that is read. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const MAX_BODY_BYTES = 4 * 1024 * 1024

const LIBRARY = '(?:users/0|groups/[1-9]\\d{0,9})'
const KEY = '[A-Z0-9]{8}'
/** The only paths that are ever asked. Notes, files, full text and children are not among them. */
const PATHS = new RegExp(`^(?:/connector/ping|/connector/import|/api/|/api/local/authorize|/api/itemTypeFields|/api/users/0/groups|/api/${LIBRARY}/(?:items|items/top|items/${KEY}|collections|collections/${KEY}/items/top))$`)

export interface LocalRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly contentType?: string
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

export interface LocalAnswer {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body as JSON. Throws UnparsableBody. */
  json(): unknown
}

/** The one way to Zotero: loopback, an own agent, no proxy, no redirects, bounded answers. */
export interface LocalApi {
  send(request: LocalRequest): Promise<Outcome<LocalAnswer>>
}

/**
 * A client for Zotero's local server. Any status is an answer; what never became one is a problem as a value: not running, closed
 * without a byte, timed out, too large or no HTTP. Rejects only with the caller's abort reason. Throws for a path that is not listed.
 */
export function createLocalApi(options: { readonly base: Base; readonly timeoutMs: number; readonly clock: Clock; readonly userAgent: string }): LocalApi {
  // Own agent: the global one may follow HTTP_PROXY (NODE_USE_ENV_PROXY), and what is asked here must stay on this machine.
  const agent = new Agent({ keepAlive: false })
  return {
    send({ method = 'GET', path, query = {}, headers = {}, body, contentType, timeoutMs = options.timeoutMs, signal }) {
      if (!PATHS.test(path)) throw new TypeError(`not a path that is asked of Zotero: ${path.slice(0, 80)}`)
      signal.throwIfAborted()
      if (body !== undefined && Buffer.byteLength(body) > MAX_BODY_BYTES) return Promise.resolve(stopped('zotero_unexpected', 'the request would be over 4 MiB'))
      const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()
      return new Promise((resolve, reject) => {
        const request = sendRequest({
          agent, method, host: options.base.address, port: options.base.port, path: search === '' ? path : `${path}?${search}`,
          headers: {
            host: options.base.host, accept: 'application/json', 'user-agent': options.userAgent,
            // Zotero drops a request that looks like a browser's unless this stands in it; any value will do.
            'zotero-allowed-request': '1', ...headers,
            ...(body === undefined ? {} : { 'content-type': contentType ?? 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
          },
        })
        const settle = (outcome: Outcome<LocalAnswer>): void => {
          cancelTimer()
          signal.removeEventListener('abort', onAbort)
          request.destroy()
          resolve(outcome)
        }
        const onAbort = (): void => {
          cancelTimer()
          request.destroy()
          reject(signal.reason as Error)
        }
        const cancelTimer = options.clock.after(timeoutMs, () => settle(stopped('zotero_timeout', `no answer within ${timeoutMs} ms`, { lost: true })))
        signal.addEventListener('abort', onAbort, { once: true })
        let isAnswering = false
        request.on('error', (error: NodeJS.ErrnoException) => settle(failureOf(error, isAnswering)))
        request.on('response', (message) => {
          isAnswering = true
          read(message).then(settle, (error: NodeJS.ErrnoException) => settle(failureOf(error, true)))
        })
        request.end(body)
      })
    },
  }
}

async function read(message: IncomingMessage): Promise<Outcome<LocalAnswer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) return stopped('zotero_unexpected', 'an answer of over 8 MiB was not read', { lost: true, tooLarge: true })
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const headers = Object.fromEntries(Object.entries(message.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  return done({ status: message.statusCode ?? 0, headers, text: bytes.toString('utf8'), json: () => parseJson(bytes) })
}

function failureOf(error: NodeJS.ErrnoException, isAnswering: boolean): Outcome<LocalAnswer> {
  if (error.code === 'ECONNREFUSED') return stopped('zotero_not_running', 'nothing listens where Zotero would')
  if (isAnswering) return stopped('zotero_unexpected', 'the answer broke off', { lost: true })
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || error.code === 'ECONNABORTED') return stopped('zotero_refused_request', 'the connection was closed without an answer', { lost: true })
  return stopped('zotero_unexpected', `no HTTP answer (${error.code ?? 'unknown'})`, { lost: true })
}
