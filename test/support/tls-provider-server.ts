/**
 * A real HTTPS server on loopback that speaks for every allowlisted host, behind a CONNECT proxy with a private CA.
 * While it runs, the global fetch of this process goes through it (http.setGlobalProxyFromEnv, tls.setDefaultCACertificates):
 * product code asks the real urls with the real fetch, nothing is stubbed. One server at a time per process.
 *
 *   const server = await startProviderServer()
 *   server.on('api.crossref.org', (request) => json({ status: 'ok' }))            // a function of the request
 *   server.on('api.crossref.org', [status(429, { 'retry-after': '1' }), json(1)]) // a script; its last step repeats
 *   server.on('hdl.handle.net', json({ responseCode: 100 }, 404))                  // always the same
 *   ... createHttpClient(...).send({ url: 'https://api.crossref.org/works/10.1/x', ... })
 *   server.requests            // [{ host, method, path, url, headers, body, at, status }], in order of arrival
 *   server.requestsTo('api.crossref.org')
 *   server.mostAtOnce('api.crossref.org')
 *   server.refused             // CONNECT targets that are not allowlisted, or plain-http urls: should stay empty
 *   server.reset()             // forgets handlers, log and certificates; ends every connection
 *   await server.close()       // restores fetch and the CA list
 *
 * Child processes: spawn(node, args, { env: { ...process.env, ...server.env } }).
 * Replies: json, text, html, bytes, status, redirect, and the faults hang, reset, truncated, dropped, delayed, gzipped, gzipBomb.
 * server.distrust('api.crossref.org') shows a certificate that nobody trusts for that host.
 * A host without a handler answers 501, so a forgotten handler is a failed look-up and never "no record".
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { gzipSync } from 'node:zlib'
import { createCertificates, type CertificateSet } from './certificates.ts'

/** The hosts of the allowlist, in its own words here so that a slip in the allowlist shows in a test. */
export const PROVIDER_HOSTS = [
  'api.crossref.org', 'api.datacite.org', 'api.openalex.org', 'api.semanticscholar.org', 'eutils.ncbi.nlm.nih.gov',
  'www.ncbi.nlm.nih.gov', 'pmc.ncbi.nlm.nih.gov', 'export.arxiv.org', 'doi.org', 'hdl.handle.net',
] as const

export interface ProviderRequest {
  readonly host: string
  readonly method: string
  /** Path with query, as sent. */
  readonly path: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** performance.now() at arrival. */
  readonly at: number
  /** Status sent; 0 for a fault that sends none. Set when the reply is chosen. */
  status?: number
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly delayMs?: number
  /** hang: no answer at all; reset: connection reset before an answer; truncate: half of the body, then the connection ends; stall: half of the body, then nothing. */
  readonly fault?: 'hang' | 'reset' | 'truncate' | 'stall'
}
export type Handler = (request: ProviderRequest) => Reply | undefined | Promise<Reply | undefined>

export const bytes = (body: Uint8Array | string, type: string, code = 200, headers: Readonly<Record<string, string>> = {}): Reply =>
  ({ status: code, headers: { ...(type ? { 'content-type': type } : {}), ...headers }, body })
export const json = (value: unknown, code = 200, headers: Readonly<Record<string, string>> = {}): Reply => bytes(JSON.stringify(value), 'application/json;charset=UTF-8', code, headers)
export const text = (body: string, code = 200, type = 'text/plain'): Reply => bytes(body, type, code)
export const html = (code = 200): Reply => bytes('<!DOCTYPE html><html><title>Just a moment...</title></html>', 'text/html', code)
export const status = (code: number, headers: Readonly<Record<string, string>> = {}): Reply => bytes('', 'text/plain', code, headers)
export const redirect = (location: string, code = 302): Reply => status(code, { location })
export const hang = (): Reply => ({ fault: 'hang' })
export const reset = (): Reply => ({ fault: 'reset' })
/** A content-length for the whole, half of the bytes, then the connection ends. */
export const truncated = (reply: Reply): Reply => ({ ...reply, fault: 'truncate' })
/** Headers and half of the bytes, then silence. */
export const stalled = (reply: Reply): Reply => ({ ...reply, fault: 'stall' })
export const delayed = (delayMs: number, reply: Reply): Reply => ({ ...reply, delayMs })
export const gzipped = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, body: gzipSync(reply.body ?? '') })
/** Decodes to `size` zero bytes; about a thousandth of it on the wire. */
export const gzipBomb = (size: number): Reply => gzipped(bytes(new Uint8Array(size), 'application/json'))

export interface ProviderServer {
  on(host: string, handler: Handler | Reply | readonly Reply[]): void
  /** Shows a self-signed certificate for the host. */
  distrust(host: string): void
  readonly requests: readonly ProviderRequest[]
  readonly refused: readonly string[]
  requestsTo(host: string): readonly ProviderRequest[]
  mostAtOnce(host: string): number
  /** For child processes of Node 22.21+ or 24.5+. */
  readonly env: Readonly<Record<string, string>>
  readonly caFile: string
  readonly proxyUrl: string
  reset(): void
  close(): Promise<void>
}

let certificates: CertificateSet | undefined

/** Starts the server and routes this process's fetch to it. Needs Node 24.14 or newer (`npm test` brings it). */
export async function startProviderServer(hosts: readonly string[] = PROVIDER_HOSTS): Promise<ProviderServer> {
  const setProxy = (http as { setGlobalProxyFromEnv?: (env: Record<string, string>) => () => void }).setGlobalProxyFromEnv
  if (!setProxy) throw new Error(`tests need Node 24.14 or newer, this is ${process.version}; run them with npm test`)
  certificates ??= createCertificates([...PROVIDER_HOSTS, ...hosts])
  const { ca, server: trusted, untrusted } = certificates

  const handlers = new Map<string, Handler>()
  const distrusted = new Set<string>()
  const requests: ProviderRequest[] = []
  const refused: string[] = []
  const open = new Map<string, number>()
  const most = new Map<string, number>()
  const sockets = new Set<Socket>()

  const inner = http.createServer((message, response) => {
    const host = (message.socket as Socket & { providerHost?: string }).providerHost ?? ''
    const count = (open.get(host) ?? 0) + 1
    open.set(host, count)
    most.set(host, Math.max(most.get(host) ?? 0, count))
    response.on('close', () => open.set(host, (open.get(host) ?? 1) - 1))
    void answer(host, message, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })

  async function answer(host: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now()
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const path = message.url ?? '/'
    const request: ProviderRequest = { host, method: message.method ?? 'GET', path, url: new URL(path, `https://${host}`), headers: message.headers, body: Buffer.concat(chunks).toString(), at }
    requests.push(request)
    const reply = (await handlers.get(host)?.(request)) ?? text(`no handler for ${host}`, 501)
    request.status = reply.fault === 'hang' || reply.fault === 'reset' ? 0 : (reply.status ?? 200)
    if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs))
    send(reply, message, response)
  }

  const outer = http.createServer((message, response) => {
    refused.push(`plain http ${message.url}`)
    response.writeHead(502).end()
  })
  outer.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  outer.on('connect', (message: IncomingMessage, socket: Socket) => {
    const [host = '', port] = (message.url ?? '').split(':')
    socket.on('error', () => {})
    if (!hosts.includes(host) || port !== '443') {
      refused.push(message.url ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    const secure = new tls.TLSSocket(socket, { isServer: true, ...(distrusted.has(host) ? untrusted : trusted) })
    secure.on('error', () => {})
    inner.emit('connection', Object.assign(secure, { providerHost: host, rawSocket: socket }))
  })
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
  const proxyUrl = `http://127.0.0.1:${(outer.address() as AddressInfo).port}`

  const folder = mkdtempSync(join(tmpdir(), 'provider-server-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, ca.cert)
  const authorities = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...authorities, ca.cert])
  const routes = { HTTPS_PROXY: proxyUrl, HTTP_PROXY: proxyUrl, NO_PROXY: 'localhost,127.0.0.1' }
  let restoreProxy = setProxy(routes)
  /** Ends all connections, and gives fetch a new pool: one that still held a dead or differently certified connection would fail the next test now and then. */
  const renewConnections = () => {
    restoreProxy()
    restoreProxy = setProxy(routes)
    for (const socket of sockets) socket.destroy()
  }

  return {
    on(host, handler) {
      if (!hosts.includes(host)) throw new Error(`the server does not speak for ${host}`)
      handlers.set(host, toHandler(handler))
    },
    distrust(host) {
      distrusted.add(host)
      renewConnections()
    },
    requests,
    refused,
    requestsTo: (host) => requests.filter((request) => request.host === host),
    mostAtOnce: (host) => most.get(host) ?? 0,
    env: { ...routes, NODE_USE_ENV_PROXY: '1', NODE_EXTRA_CA_CERTS: caFile },
    caFile,
    proxyUrl,
    reset() {
      handlers.clear()
      distrusted.clear()
      requests.length = 0
      refused.length = 0
      most.clear()
      renewConnections()
    },
    async close() {
      restoreProxy()
      tls.setDefaultCACertificates(authorities)
      rmSync(folder, { recursive: true, force: true })
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => outer.close(resolve))
    },
  }
}

function toHandler(handler: Handler | Reply | readonly Reply[]): Handler {
  if (typeof handler === 'function') return handler
  if (!Array.isArray(handler)) return () => handler as Reply
  const steps = [...(handler as readonly Reply[])]
  return () => (steps.length > 1 ? steps.shift() : steps[0])
}

function send(reply: Reply, message: IncomingMessage, response: ServerResponse): void {
  if (reply.fault === 'hang') return
  if (reply.fault === 'reset') {
    (message.socket as Socket & { rawSocket: Socket }).rawSocket.resetAndDestroy()
    return
  }
  const body = Buffer.from(reply.body ?? '')
  const cut = reply.fault === 'truncate' || reply.fault === 'stall'
  response.writeHead(reply.status ?? 200, { 'content-length': String(body.length), ...reply.headers })
  if (message.method === 'HEAD' || !cut) {
    response.end(body)
    return
  }
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (reply.fault === 'truncate') message.socket.end()
  })
}
