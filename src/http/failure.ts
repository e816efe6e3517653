import type { LookupFailure } from '../model/check.ts'
import type { HttpFailure } from './request.ts'

/** A failure as a value. `detail` names host and cause, never a path, a parameter or a header. */
export function failure(reason: LookupFailure, host: string, cause: string): HttpFailure {
  return { kind: 'failed', reason, detail: `${host}: ${cause}`.replace(/\s+/g, ' ') }
}

/** The failure for a status that the provider did not list as an answer. */
export function statusFailure(host: string, status: number): HttpFailure {
  return { ...failure(status === 429 ? 'rate_limited' : 'unavailable', host, status === 429 ? 'too many requests (429)' : `answered ${status}`), status }
}

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECODE)|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|INVALID_PURPOSE|CRL_)/
const TIMEOUT = /^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/
const DNS = /^(ENOTFOUND|EAI_)/
const RESET = /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/
/** zlib's codes: a body that is not what its content-encoding says. */
const ENCODING = /^(Z_|ERR_BROTLI|ERR__ERROR_|ERR_BUFFER_TOO_LARGE|ZSTD_)/
const PARSER = /^HPE_/

/**
 * What a rejected fetch or a broken body means. Timeouts are `unavailable`; DNS, TLS, resets, refused connections and
 * proxies are `network_error`; a body that contradicts its content-encoding is `unparsable`. Only error codes are
 * repeated, since messages may hold urls.
 */
export function networkFailure(host: string, error: unknown, stage: 'connecting' | 'reading the body'): HttpFailure {
  const code = codeOf(error)
  if (TIMEOUT.test(code)) return failure('unavailable', host, `timed out (${code})`)
  if (CERTIFICATE.test(code)) return failure('network_error', host, `the TLS certificate is not trusted (${code}); behind a proxy that opens TLS, set NODE_EXTRA_CA_CERTS`)
  if (DNS.test(code)) return failure('network_error', host, `the name could not be resolved (${code})`)
  if (ENCODING.test(code)) return failure('unparsable', host, `the body contradicts its content-encoding (${code})`)
  if (PARSER.test(code)) return failure('network_error', host, `the answer is not valid HTTP (${code})`)
  if (RESET.test(code)) return failure('network_error', host, stage === 'connecting' ? `the connection was closed before an answer (${code})` : `the body was cut off (${code})`)
  return failure('network_error', host, `the connection failed while ${stage}${code ? ` (${code})` : ''}`)
}

/** True for a connection that ended before an answer: a kept-alive connection that the server had just closed looks like this. */
export function isConnectionReset(error: unknown): boolean {
  return RESET.test(codeOf(error))
}

/** The innermost error code: fetch wraps the real cause in `TypeError: fetch failed`, and tries of several addresses in an AggregateError. */
function codeOf(error: unknown): string {
  let code = ''
  for (let at = error, depth = 0; at instanceof Error && depth < 8; depth++) {
    const own = (at as { code?: unknown }).code
    if (typeof own === 'string' && /^\w{1,60}$/.test(own)) code = own
    at = at instanceof AggregateError && at.cause === undefined ? at.errors[0] : at.cause
  }
  return code
}
