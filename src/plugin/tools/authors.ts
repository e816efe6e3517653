import type { Citation, PersonName } from '../../model/citation.ts'

const OTHERS = /^(?:and\s+)?(?:others|et\s+al\.?|等)\.?$/i

/**
 * Authors as a tool call gives them: a list, or one string joined by `and` or `;`. A name with a comma is `family, given` or
 * `family, suffix, given` (the BibTeX forms); any other is left whole, since which part is the family name is a guess.
 */
export function toAuthors(given: string | readonly string[]): Pick<Citation, 'authors' | 'authorsTruncated'> {
  const listed = typeof given === 'string' ? given.split(/\s+and\s+|\s*;\s*/i) : given
  const names = listed.flatMap((name) => name.replace(/[,\s]+et\s+al\.?$/i, '\nothers').split('\n')).map((name) => name.trim()).filter((name) => name !== '')
  const authors = names.filter((name) => !OTHERS.test(name)).map(personOf)
  if (authors.length === 0) return {}
  return authors.length < names.length ? { authors, authorsTruncated: true } : { authors }
}

function personOf(name: string): PersonName {
  const parts = name.split(',').map((part) => part.trim()).filter((part) => part !== '')
  const [family, second, third] = parts
  if (family === undefined || second === undefined) return { literal: family ?? name }
  return third === undefined ? { family, given: second } : { family, suffix: second, given: third }
}
