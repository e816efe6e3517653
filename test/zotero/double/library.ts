type Data = Record<string, unknown> & { key: string; version: number; itemType: string }

/** What the double keeps. Fields, their migration into Extra and the per-object refusals are those observed on a real Zotero. */
export interface DoubleLibrary {
  /** Puts an item in; its key. */
  add(item: Readonly<Record<string, unknown>>): string
  addCollection(name: string, parent?: string): string
  /** Changes an item as its owner would. */
  change(key: string, fields: Readonly<Record<string, unknown>>): void
  erase(key: string): void
  get(key: string): Data | undefined
  all(): readonly Data[]
  version(): number
  versions(): Readonly<Record<string, number>>
  fieldsOf(itemType: string): readonly string[]
  find(query: URLSearchParams, collection?: string): { readonly rows: readonly unknown[]; readonly total: number }
  collections(): readonly { readonly key: string; readonly data: { readonly name: string; readonly parentCollection: string | false } }[]
  writeItems(objects: readonly unknown[]): object
  writeCollections(objects: readonly unknown[]): object
  importRis(text: string): readonly object[]
  /** Objects for which this answers are refused. */
  refuse: ((object: Readonly<Record<string, unknown>>) => { code: number; message: string } | undefined) | undefined
}

const COMMON = ['title', 'abstractNote', 'date', 'language', 'shortTitle', 'url', 'accessDate', 'libraryCatalog', 'rights', 'extra', 'DOI', 'citationKey']
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  journalArticle: ['publicationTitle', 'volume', 'issue', 'pages', 'journalAbbreviation', 'ISSN', 'publisher', 'place'],
  conferencePaper: ['proceedingsTitle', 'conferenceName', 'eventPlace', 'place', 'publisher', 'volume', 'pages', 'ISBN'],
  book: ['volume', 'place', 'publisher', 'ISBN'], bookSection: ['bookTitle', 'volume', 'place', 'publisher', 'pages', 'ISBN'],
  preprint: ['repository', 'archiveID'], thesis: ['university', 'place'], report: ['institution', 'place', 'reportNumber', 'pages'], dataset: ['repository'], document: ['publisher'], webpage: ['websiteTitle'], computerProgram: ['company', 'place'],
}
const LABELS: Readonly<Record<string, string>> = { publicationTitle: 'Publication Title', publisher: 'Publisher', volume: 'Volume', pages: 'Pages', ISSN: 'ISSN' }

export function createLibrary(): DoubleLibrary {
  const items = new Map<string, Data>()
  const collections = new Map<string, { key: string; version: number; name: string; parentCollection: string | false }>()
  let version = 0
  let count = 0
  const key = (): string => `${(++count).toString(36).toUpperCase().padStart(4, '0')}ITEM`.slice(-8).padStart(8, 'A')
  const wrap = (data: Data): object => ({
    key: data.key, version: data.version, library: { type: 'user', id: 0, name: 'My Library' },
    links: { self: { href: `http://localhost:23119/api/users/0/items/${data.key}`, type: 'application/json' }, ...(data['attachmentPath'] === undefined ? {} : { attachment: { href: 'x', attachmentType: 'application/pdf' }, enclosure: { href: `file://${String(data['attachmentPath'])}` } }) },
    meta: { creatorSummary: '\u2068Smith\u2069 and \u2068Lee\u2069', ...(/\d{4}/.test(String(data['date'] ?? '')) ? { parsedDate: String(data['date']) } : {}), numChildren: 0 }, data,
  })
  const text = (data: Data, mode: string): string => {
    const creators = (data['creators'] as { firstName?: string; lastName?: string; name?: string }[] | undefined ?? []).map((person) => `${person.firstName ?? ''} ${person.lastName ?? ''} ${person.name ?? ''}`).join(' ')
    const fields = mode === 'everything' ? Object.values(data).filter((value) => typeof value === 'string') : [data['title'], data['publicationTitle'], data['shortTitle'], data['citationKey'], data['date']]
    return [...fields, creators, mode === 'everything' ? data['fullText'] : ''].join(' ').toLowerCase()
  }
  const put = (data: Record<string, unknown>): Data => {
    const kept: Data = { tags: [], collections: [], creators: [], relations: {}, ...data, key: (data['key'] as string | undefined) ?? key(), version: ++version, itemType: String(data['itemType']) }
    items.set(kept.key, kept)
    return kept
  }
  const library: DoubleLibrary = {
    refuse: undefined,
    add: (item) => put({ ...item }).key,
    addCollection(name, parent) {
      const made = { key: key(), version: ++version, name, parentCollection: parent ?? false as const }
      collections.set(made.key, made)
      return made.key
    },
    change(itemKey, fields) { put({ ...items.get(itemKey), ...fields }) },
    erase(itemKey) {
      items.delete(itemKey)
      version++
    },
    get: (itemKey) => items.get(itemKey),
    all: () => [...items.values()],
    version: () => version,
    versions: () => Object.fromEntries([...items.values()].map((data) => [data.key, data.version])),
    fieldsOf: (itemType) => [...COMMON, ...(FIELDS[itemType] ?? [])],
    find(query, collection) {
      const words = (query.get('q') ?? '').toLowerCase().match(/"[^"]+"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
      const wantedKeys = query.get('itemKey')?.split(',')
      const found = [...items.values()].filter((data) => words.every((word) => text(data, query.get('qmode') ?? 'titleCreatorYear').includes(word))
        && (query.get('tag') === null || (data['tags'] as { tag: string }[]).some(({ tag }) => tag === query.get('tag')))
        && (wantedKeys === undefined || wantedKeys.includes(data.key)) && (query.get('since') === null || data.version > Number(query.get('since')))
        && (collection === undefined || (data['collections'] as string[]).includes(collection)) && (query.get('includeTrashed') === '1' || data['deleted'] !== 1)
        && (query.get('itemType') !== '-attachment' || data.itemType !== 'attachment')).sort((a, b) => b.version - a.version)
      const start = Number(query.get('start') ?? 0)
      return { rows: found.slice(start, start + Number(query.get('limit') ?? found.length)).map(wrap), total: found.length }
    },
    collections: () => [...collections.values()].map((data) => ({ key: data.key, version: data.version, meta: { numItems: 0 }, data })),
    writeItems(objects) {
      const result = { successful: {} as Record<string, unknown>, success: {} as Record<string, string>, unchanged: {} as Record<string, string>, failed: {} as Record<string, unknown> }
      objects.forEach((raw, index) => {
        const object = raw as Record<string, unknown>
        const fail = (code: number, message: string): void => { result.failed[index] = { key: object['key'] ?? '', code, message } }
        const refused = library.refuse?.(object)
        if (refused) return fail(refused.code, refused.message)
        const old = object['key'] === undefined ? undefined : items.get(String(object['key']))
        if (object['key'] !== undefined) {
          if (old === undefined) return fail(404, 'Item not found')
          if (object['version'] === undefined) return fail(428, "Either If-Unmodified-Since-Version or 'version' property must be provided for 'key'-based writes")
          if (object['version'] !== old.version) return fail(412, `item version mismatch: expected ${String(object['version'])}, found ${old.version}`)
        } else if (FIELDS[String(object['itemType'])] === undefined) return fail(400, `Unknown itemType '${String(object['itemType'])}'`)
        for (const creator of (object['creators'] as Record<string, unknown>[] | undefined) ?? []) {
          if (!(creator['name'] || creator['lastName'] || creator['firstName'])) return fail(400, "Creator data must contain either 'name' or 'firstName'/'lastName' properties")
        }
        for (const member of (object['collections'] as string[] | undefined) ?? []) if (!collections.has(member)) return fail(400, `Collection ${member} not found for item 1/null`)
        const merged: Record<string, unknown> = { ...old, ...object }
        // Unknown fields become lines of Extra; lines of Extra that name a field are moved into it.
        const itemType = String(merged['itemType'])
        const valid = new Set([...library.fieldsOf(itemType), 'key', 'version', 'itemType', 'creators', 'tags', 'collections', 'relations', 'deleted', 'attachmentPath', 'fullText', 'dateAdded', 'dateModified'])
        for (const name of Object.keys(object)) if (!valid.has(name)) { merged['extra'] = [merged['extra'], `${LABELS[name] ?? name}: ${String(object[name])}`].filter(Boolean).join('\n'); delete merged[name] }
        const kept = String(merged['extra'] ?? '').split('\n').filter((line) => {
          const match = /^(Type|DOI|Source):\s*(.+)$/.exec(line)
          if (match === null) return true
          merged[match[1] === 'Type' ? 'itemType' : match[1] === 'DOI' ? 'DOI' : 'libraryCatalog'] = match[2]
          return false
        })
        if (merged['extra'] !== undefined) merged['extra'] = kept.join('\n')
        const isSame = old !== undefined && JSON.stringify({ ...old, ...merged }) === JSON.stringify(old)
        if (isSame) { result.unchanged[index] = old.key; return }
        const data = put(merged)
        result.success[index] = data.key
        result.successful[index] = wrap(data)
      })
      return result
    },
    writeCollections(objects) {
      const success: Record<string, string> = {}
      objects.forEach((raw, index) => {
        const { name, parentCollection } = raw as { name: string; parentCollection: string | false }
        success[index] = library.addCollection(name, parentCollection || undefined)
      })
      return { successful: {}, success, unchanged: {}, failed: {} }
    },
    importRis: (ris) => ris.split(/^ER {2}-.*$/m).filter((entry) => /^TY {2}- /m.test(entry)).map((entry) => {
      const values = (tag: string): string[] => [...entry.matchAll(new RegExp(`^${tag} {2}- (.*)$`, 'gm'))].map((match) => match[1] as string)
      const data = put({ itemType: 'journalArticle', title: values('TI')[0] ?? '', DOI: values('DO')[0] ?? '', date: values('PY')[0] ?? '', tags: values('KW').map((tag) => ({ tag, type: 1 })) })
      return { ...data, version: 0 }
    }),
  }
  return library
}
