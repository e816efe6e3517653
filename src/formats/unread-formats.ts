/** Exports of reference managers that look like text, by how their first line begins. */
const UNREAD: readonly (readonly [RegExp, string])[] = [
  [/^%0(?: +\p{L}|[ \t]*[\r\n]+%)/u, 'an EndNote tagged export (.enw)'],
  [/^\{Reference Type\}\s*[:：]/i, 'NoteExpress\'s own export'],
  [/^RT +(?:Journal|Book|Dissertation|Conference|Thesis|Report|Patent|Newspaper|Generic|Web|Electronic|Abstract)/i, 'a RefWorks tagged export'],
  [/^(?:<\?xml[^>]*>\s*)?<xml>\s*<records>/i, 'an EndNote XML export'],
  [/^(?:SrcDatabase-来源库|DataType|Title-题名)\s*[:：]/i, 'a CNKI custom export'],
]

/**
 * Says of a bibliography in a format that no reader knows what it is. Read as plain text it would give the DOIs in it
 * alone, and no word about the works without one. Undefined for every other text.
 */
export function unreadFormat(text: string): string | undefined {
  const start = text.slice(0, 1000).replace(/^[\ufeff\s]+/, '')
  return UNREAD.find(([pattern]) => pattern.test(start))?.[1]
}
