import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `drop`: the connection is closed without a byte, as Zotero does with a request that looks like a browser's. */
export type RawReply = 'drop' | 'hang' | { readonly status: number; readonly statusText?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer }

export interface RawServer {
  readonly port: number
  readonly baseUrl: string
  readonly requests: readonly RawRequest[]
  clear(): void
  close(): Promise<void>
}

/** Status texts that Zotero's server does not know: it really sends the word. */
const TEXTS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 204: 'No Content', 304: 'Not Modified', 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found', 409: 'Conflict', 412: 'Precondition Failed', 500: 'Internal Server Error', 501: 'Not Implemented' }

/** A socket server on 127.0.0.1 that answers in HTTP/1.0 without Content-Length and closes, as Zotero's own does. Written on plain sockets, so that no library mends the answers. */
export async function startRawServer(answer: (request: RawRequest) => RawReply | Promise<RawReply>): Promise<RawServer> {
  const requests: RawRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let bytes = Buffer.alloc(0)
    let isRead = false
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const end = bytes.indexOf('\r\n\r\n')
      if (isRead || end < 0) return
      const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
      const headers = Object.fromEntries(lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]))
      const length = Number(headers['content-length'] ?? 0)
      if (bytes.length < end + 4 + length) return
      isRead = true
      const [method = '', target = ''] = line.split(' ')
      const url = new URL(target, 'http://127.0.0.1')
      const request = { method, path: url.pathname, query: url.searchParams, headers, body: bytes.subarray(end + 4, end + 4 + length).toString('utf8') }
      requests.push(request)
      void Promise.resolve(answer(request)).then((reply) => send(socket, reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port, baseUrl: `http://127.0.0.1:${port}`, requests,
    clear() { requests.length = 0 },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(socket: Socket, reply: RawReply): void {
  if (reply === 'hang') return
  if (reply === 'drop') return void socket.end()
  const headers = Object.entries(reply.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`HTTP/1.0 ${reply.status} ${reply.statusText ?? TEXTS[reply.status] ?? 'undefined'}\r\n${headers}\r\n`)
  socket.end(reply.body ?? '')
}
