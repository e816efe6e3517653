import { createHash } from 'node:crypto'

/** A SHA-256 digest as 64 lower-case hex digits. */
export type Sha256 = string & { readonly __brand: 'sha256' }

/** Digest of exact bytes, or of a string's UTF-8 bytes. */
export function sha256(data: Uint8Array | string): Sha256 {
  return createHash('sha256').update(data).digest('hex') as Sha256
}

/** True for 64 lower-case hex digits; the only text from which a store path may be built. */
export function isSha256(text: string): text is Sha256 {
  return /^[0-9a-f]{64}$/.test(text)
}
