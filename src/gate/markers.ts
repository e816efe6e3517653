import { SUFFIXES, type Suffix } from './contamination.ts'
import type { Anchor } from './summary-row.ts'

export const REF_STATUSES = ['ok', 'LOW-WARN', 'LOW-WARN-PARTIAL-COVERAGE'] as const
export type RefStatus = (typeof REF_STATUSES)[number]

/** Why a reference may not leave the house. */
export interface TerminalBlock {
  readonly policy: string
  readonly reason: string
  readonly mode: string
}

/** What a finalised reference marker says. */
export interface RefMarker {
  readonly slug: string
  readonly status?: RefStatus
  readonly suffix?: Suffix
  readonly blocks: readonly TerminalBlock[]
  readonly policyHash?: string
}

/** A reference marker where it stands in a draft. Offsets are UTF-16 code units; lines count from 1. */
export interface PlacedMarker extends RefMarker {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly raw: string
  readonly anchor: Anchor
  /** What is not in the grammar, one clause each. */
  readonly problems: readonly string[]
}

const SLUG = /^[A-Za-z][A-Za-z0-9_:-]*$/
const MARKER = /<!--ref:([\s\S]*?)-->/g
const ANCHOR = /\s*<!--anchor:([A-Za-z-]*):([\s\S]*?)-->/y
const ANCHOR_KINDS: readonly string[] = ['quote', 'page', 'section', 'paragraph', 'none']
/** Longest quote of an anchor, in words. */
const LONGEST_QUOTE = 25
const BLOCK_KEYS = ['severity', 'policy', 'reason', 'mode'] as const

/** `<!--ref:slug status suffix TERMINAL-BLOCK ... policy_hash=...-->`, in the one order of the grammar. */
export function formatMarker({ slug, status, suffix, blocks, policyHash }: RefMarker): string {
  const tokens = [
    slug, ...(status ? [status] : []), ...(suffix ? [suffix] : []),
    ...blocks.map(({ policy, reason, mode }) => `TERMINAL-BLOCK severity=HIGH-BLOCK policy=${policy} reason=${reason} mode=${mode}`),
    ...(policyHash ? [`policy_hash=${policyHash}`] : []),
  ]
  return `<!--ref:${tokens.join(' ')}-->`
}

/** The reference markers of a draft in order, each with the anchor that follows it (kind `none` where none does). Markers in fenced code are text. */
export function findMarkers(draft: string): readonly PlacedMarker[] {
  const fences = fencedRanges(draft)
  return [...draft.matchAll(MARKER)].flatMap((match) => {
    const start = match.index
    if (fences.some((range) => start >= range.start && start < range.end)) return []
    const end = start + match[0].length
    const { anchor, problems } = anchorAt(draft, end)
    const content = parseContent(match[1] ?? '')
    return [{ ...content, problems: [...content.problems, ...problems], start, end, line: lineAt(draft, start), raw: match[0], anchor }]
  })
}

/** Where the pipeline's comments stand outside fenced code, in order: reference markers, and anchors with the white space that ties them to a marker or another anchor. */
export function findPipelineComments(draft: string): readonly { readonly start: number; readonly end: number }[] {
  const fences = fencedRanges(draft)
  return [...draft.matchAll(/<!--(?:ref|anchor):[\s\S]*?-->(?:\s*<!--anchor:[\s\S]*?-->)*/g)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter(({ start }) => !fences.some((range) => start >= range.start && start < range.end))
}

function anchorAt(draft: string, from: number): { readonly anchor: Anchor; readonly problems: readonly string[] } {
  ANCHOR.lastIndex = from
  const match = ANCHOR.exec(draft)
  if (!match) return { anchor: { kind: 'none' }, problems: [] }
  const [, kind = '', value = ''] = match
  if (!ANCHOR_KINDS.includes(kind)) return { anchor: { kind, value }, problems: [`anchor kind ${JSON.stringify(kind)} is unknown`] }
  if (kind === 'none') return { anchor: { kind }, problems: value.trim() === '' ? [] : ['an anchor of kind none has a value'] }
  if (value.trim() === '') return { anchor: { kind, value }, problems: [`the ${kind} anchor is empty`] }
  if (kind !== 'quote') return { anchor: { kind, value }, problems: [] }
  const quote = decodeQuote(value)
  const problems = quote === undefined ? ['the quote anchor is not URL-encoded text'] : quote.split(/\s+/).filter(Boolean).length > LONGEST_QUOTE ? [`the quote anchor has more than ${LONGEST_QUOTE} words`] : []
  return { anchor: { kind, value }, problems }
}

/** `--` would end an HTML comment, so quotes come URL-encoded. */
function decodeQuote(value: string): string | undefined {
  try { return decodeURIComponent(value) } catch { return undefined }
}

function parseContent(content: string): RefMarker & { readonly problems: readonly string[] } {
  const tokens = content.split(/\s+/).filter((token) => token !== '')
  const slug = tokens.shift() ?? ''
  const problems: string[] = SLUG.test(slug) && !/^\s/.test(content) ? [] : [`the slug ${JSON.stringify(slug)} is not one`]
  const status = (REF_STATUSES as readonly string[]).includes(tokens[0] ?? '') ? (tokens.shift() as RefStatus) : undefined
  if (status === undefined) problems.push('it has no status')
  const suffix = (SUFFIXES as readonly string[]).includes(tokens[0] ?? '') ? (tokens.shift() as Suffix) : undefined
  const blocks: TerminalBlock[] = []
  while (tokens[0] === 'TERMINAL-BLOCK') {
    tokens.shift()
    const fields = new Map<string, string>()
    for (let field = fieldOf(tokens[0]); field; field = fieldOf(tokens[0])) {
      if (fields.has(field.key)) problems.push(`a terminal block has ${field.key} twice`)
      fields.set(field.key, field.value)
      tokens.shift()
    }
    // each block on its own: a whole one behind it does not mend this one
    if (fields.get('severity') !== 'HIGH-BLOCK') problems.push('a terminal block has not severity=HIGH-BLOCK')
    for (const key of ['policy', 'reason', 'mode']) if (!fields.get(key)) problems.push(`a terminal block has no ${key}`)
    blocks.push({ policy: fields.get('policy') ?? '', reason: fields.get('reason') ?? '', mode: fields.get('mode') ?? '' })
  }
  const stamp = tokens[0]?.startsWith('policy_hash=') ? (tokens.shift() as string).slice('policy_hash='.length) : undefined
  if (stamp === '') problems.push('policy_hash is empty')
  if (blocks.length > 0 && stamp === undefined) problems.push('a terminal marker has no policy_hash')
  problems.push(...tokens.map((token) => `unknown token ${JSON.stringify(token)}`))
  return { slug, ...(status ? { status } : {}), ...(suffix ? { suffix } : {}), blocks, ...(stamp ? { policyHash: stamp } : {}), problems }
}

function fieldOf(token: string | undefined): { readonly key: string; readonly value: string } | undefined {
  const at = token?.indexOf('=') ?? -1
  const key = token?.slice(0, at) ?? ''
  return token !== undefined && at > 0 && (BLOCK_KEYS as readonly string[]).includes(key) ? { key, value: token.slice(at + 1) } : undefined
}

/** Fenced code blocks (CommonMark 4.5): closed by a fence of the same sign that is at least as long, or by the end. */
function fencedRanges(draft: string): readonly { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = []
  let open: { readonly start: number; readonly fence: string } | undefined
  let offset = 0
  for (const line of draft.split('\n')) {
    const fence = /^(?:\s{0,3}|\s*(?:[-*+]|\d+[.)])\s+|\s*>\s?)(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1]
    if (open === undefined && fence) open = { start: offset, fence }
    else if (open && new RegExp(`^[\\s>]*[${open.fence[0] === '`' ? '`' : '~'}]{${open.fence.length},}\\s*$`).test(line)) {
      ranges.push({ start: open.start, end: offset + line.length })
      open = undefined
    }
    offset += line.length + 1
  }
  if (open) ranges.push({ start: open.start, end: draft.length })
  return ranges
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
