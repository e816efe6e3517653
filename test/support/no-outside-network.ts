import { Socket } from 'node:net'

/**
 * Setup file of every test: no connection leaves this machine. The guard stands below fetch, node:http and node:tls
 * (each opens its connection through Socket.prototype.connect), so product code runs unchanged. Child processes are
 * not guarded by it: they get the environment of `server.env` (test/support/tls-provider-server.ts).
 */
const guard = Symbol.for('test.no-outside-network')
type Guarded = typeof Socket.prototype & { [guard]?: true }

const prototype = Socket.prototype as Guarded
if (!prototype[guard]) {
  prototype[guard] = true
  const connect = prototype.connect as (...args: unknown[]) => Socket
  prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const target = targetOf(args)
    if (!isLoopback(target)) throw new Error(`a test tried to reach ${target}; tests only talk to loopback`)
    return connect.apply(this, args)
  } as typeof prototype.connect
}

/** `connect(options)`, `connect(port, host?)`, `connect(path)`, or node's own already normalised `[options, callback]`. */
function targetOf(args: readonly unknown[]): string {
  const first = Array.isArray(args[0]) ? (args[0] as unknown[])[0] : args[0]
  if (typeof first === 'object' && first !== null) {
    const options = first as { path?: string | null; host?: string; port?: unknown }
    return options.path != null && options.port == null ? 'localhost' : (options.host ?? 'localhost')
  }
  return typeof args[1] === 'string' && !Number.isNaN(Number(first)) ? args[1] : 'localhost'
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
