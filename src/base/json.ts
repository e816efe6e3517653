/** Deepest nesting that a provider's JSON may have; Crossref's real answers stay under 20. */
export const MAX_JSON_DEPTH = 200

/** Thrown by the body parsers: the bytes are not what the provider's format promises. Providers turn it into `unparsable`. */
export class UnparsableBody extends Error {
  override readonly name = 'UnparsableBody'
}

/** UTF-8 text of a body; throws UnparsableBody on a malformed sequence instead of replacing it. A leading BOM is dropped. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new UnparsableBody('the body is not valid UTF-8', { cause })
  }
}

/** Parses a JSON body. Throws UnparsableBody on invalid UTF-8, invalid JSON, or nesting beyond MAX_JSON_DEPTH. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes)
  assertDepth(text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const kind = /^\s*</.test(text) ? 'HTML or XML' : 'not JSON'
    throw new UnparsableBody(`the body is ${kind}`, { cause })
  }
}

/** Counts brackets outside strings, so that a hostile body is refused before any recursive code sees it. */
function assertDepth(text: string): void {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 34) {
      i = endOfString(text, i)
      if (i === -1) return
    } else if (c === 91 || c === 123) {
      if (++depth > MAX_JSON_DEPTH) throw new UnparsableBody(`the body nests deeper than ${MAX_JSON_DEPTH} levels`)
    } else if (c === 93 || c === 125) depth--
  }
}

/** Where the string that starts here ends: the next quote after an even number of backslashes; -1 where it never does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === 92) before--
    if ((end - before) % 2 === 0) return end
  }
  return -1
}
