/** Where Zotero listens. `address` is what is connected to: never a name that could resolve elsewhere. */
export interface Base {
  readonly address: string
  readonly port: number
  /** Value of the Host header; Zotero answers 400 to any other name (check added with 9.0.6). */
  readonly host: string
}

/** A plain `http://host:port` without user, path, query or fragment; undefined for anything else. */
export function parseBase(text: string): Base | undefined {
  const url = URL.parse(text)
  if (!url || url.protocol !== 'http:' || url.username || url.password || url.search || url.hash || (url.pathname !== '/' && url.pathname !== '')) return undefined
  if (/[@\\?#]/.test(text)) return undefined
  const port = url.port === '' ? 80 : Number(url.port)
  const name = url.hostname
  return { address: name === 'localhost' ? '127.0.0.1' : name.replace(/^\[|\]$/g, ''), port, host: `${name}:${port}` }
}

/** True for 127.0.0.0/8, ::1 and `localhost` (which is connected to as 127.0.0.1, without asking a resolver). */
export function isLoopbackBase(base: Base): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(base.address) || base.address === '::1'
}
