import type { AllowedHost, SecretKey } from './allowlist.ts'

/** What the client may tell a host about its user. */
export type Identity = {
  readonly userAgent: string
  readonly mailto?: string | undefined
} & { readonly [key in SecretKey]?: string | undefined }

const TOOL = 'dsh-cite-verify'
/** Parameters that only the client adds; removed from every url that leaves it. */
const OWN_PARAMETERS = new Set(['mailto', 'tool', 'email', 'api_key'])

/** The url and headers as sent to this host: it gets its own credential and introduction, and nobody else's. */
export function introduce(url: URL, row: AllowedHost, identity: Identity): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const added: string[] = []
  const headers: Record<string, string> = {}
  const mail = identity.mailto
  headers['user-agent'] = headerText(row.introduction === 'agent-mailto' && mail ? `${identity.userAgent} (mailto:${mail})` : identity.userAgent)
  // eutils documents the order: own parameters, tool, email, api_key; they stay in the url for a POST too
  if (row.introduction === 'tool-email') added.push(`tool=${TOOL}`, ...(mail ? [`email=${encodeURIComponent(mail)}`] : []))
  const secret = row.credential && identity[row.credential.key]
  if (row.credential?.parameter && secret) added.push(`${row.credential.parameter}=${encodeURIComponent(secret)}`)
  if (row.credential?.header && secret) headers[row.credential.header] = headerText(secret)
  const bare = withoutIdentity(url.href)
  return { url: added.length ? `${bare}${bare.includes('?') ? '&' : '?'}${added.join('&')}` : bare, headers }
}

/** A url without fragment and without what the client adds; every other byte of the query stays as it was. */
export function withoutIdentity(href: string): string {
  const [url = ''] = href.split('#', 1)
  const at = url.indexOf('?')
  if (at < 0) return url
  const kept = url.slice(at + 1).split('&').filter((pair) => !OWN_PARAMETERS.has(nameOf(pair)))
  return kept.length ? `${url.slice(0, at)}?${kept.join('&')}` : url.slice(0, at)
}

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys()
  return name.toLowerCase()
}

/** Header values are Latin-1 without control characters (RFC 9110 section 5.5); others would make fetch throw. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]/g, '')
