import type { PersonName } from '../model/citation.ts'

const HAN = /\p{Script=Han}/u
/** `主编`, `译` and the like behind a name: what somebody did, not who they are. */
const ROLE = /\s*(?:主编|编著|编译|主译|编|著|译|校)$/u
const OTHERS = /^(?:等人?|et\.?\s*al\.?|others|and others)$/iu
const INITIALS = /^(.*\p{L}{2,}\p{L}*\.?)\s+((?:\p{Lu}\.?[\s-]?){1,4}?)(?:\s+(Jr|Sr|I{1,3}|IV)\.?)?$/u

export interface NamesRead {
  readonly names: readonly PersonName[]
  readonly truncated: boolean
}

/** The author part of a GB/T 7714 reference: `张三, 李四, 等`, `ANDERSEN J B, RAPPAPORT T S, et al`. Names in Han and bodies stay one literal. */
export function parseGbt7714Names(text: string): NamesRead {
  const names: PersonName[] = []
  let truncated = false
  for (const part of text.split(/\s*[,，;；、]\s*/)) {
    let name = part.trim()
    if (name === '') continue
    if (OTHERS.test(name)) { truncated = true; continue }
    if (HAN.test(name)) {
      name = name.replace(ROLE, '')
      if (name.endsWith('等') && name.length > 2) { name = name.slice(0, -1).trim(); truncated = true }
    } else if (/\s+et\.?\s*al\.?$/i.test(name)) { name = name.replace(/\s+et\.?\s*al\.?$/i, ''); truncated = true }
    const last = names.at(-1)
    if (/^(?:Inc|Ltd|Co|LLC|GmbH)\.?$/i.test(name) && last?.literal !== undefined) names[names.length - 1] = { literal: `${last.literal}, ${name}` }
    else if (name !== '') names.push(nameOf(name))
  }
  return { names, truncated }
}

function nameOf(text: string): PersonName {
  if (HAN.test(text)) return { literal: text.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '') }
  const [, family, given, suffix] = INITIALS.exec(text) ?? []
  return family === undefined || given === undefined ? { literal: text } : { family, given: given.trim(), ...(suffix === undefined ? {} : { suffix }) }
}

/** True where the text can be a list of names: few words between commas, no colon. */
export function isNameList(text: string): boolean {
  if (/[:：?？!！()（）《》]/.test(text)) return false
  return text.split(/[,，;；、]/).every((part) => { const name = part.trim(); return HAN.test(name) ? name.length <= 30 : name.split(/\s+/).length <= 10 && name.length <= 80 })
}
