/** The whole body, or why not. `size` counts bytes after content decoding. */
export type BodyRead =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'oversize' }
  | { readonly kind: 'truncated' }
  /** The server named a length that is none. */
  | { readonly kind: 'unmeasured' }

/**
 * Reads a body up to `maxBytes` after decoding, so that a gzip bomb is stopped at the cap. A length that the server named
 * (and that no content-encoding changes) must match. Rejects with whatever broke the stream.
 */
export async function readBody(response: Response, maxBytes: number): Promise<BodyRead> {
  const encoded = !/^(identity)?$/i.test(response.headers.get('content-encoding')?.trim() ?? '')
  const length = response.headers.get('content-length')
  if (length !== null && !/^\d{1,20}$/.test(length)) {
    discard(response)
    return { kind: 'unmeasured' }
  }
  const named = length !== null && !encoded ? Number(length) : undefined
  if (named !== undefined && named > maxBytes) {
    discard(response)
    return { kind: 'oversize' }
  }
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const step = await reader?.read()
    if (!step || step.done) break
    size += step.value.byteLength
    if (size > maxBytes) {
      void reader?.cancel().catch(() => {})
      return { kind: 'oversize' }
    }
    chunks.push(step.value)
  }
  if (named !== undefined && size !== named) return { kind: 'truncated' }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return { kind: 'whole', bytes }
}

/** Lets go of a body that nobody reads, so that its connection is freed. */
export function discard(response: Response): void {
  void response.body?.cancel().catch(() => {})
}
