import { sha256 } from '../../base/sha256.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { Json } from '../../base/canonical-json.ts'
import { recordBytes } from '../record.ts'
import type { EvidenceRecord } from '../record.ts'

/** https://www.researchobject.org/ro-crate/specification/1.2 and the Process Run Crate profile. */
export const RO_CRATE = { context: 'https://w3id.org/ro/crate/1.2/context', conformsTo: 'https://w3id.org/ro/crate/1.2', profile: 'https://w3id.org/ro/wfrun/process/0.5' } as const
/** `sha256` is no term of the base context; the workflow-run terms have it. */
const SHA256_TERM = 'https://w3id.org/ro/terms/workflow-run#sha256'

export interface CrateFile {
  /** Relative to the crate, with `/`. */
  readonly path: string
  readonly size: number
}

type Entity = { readonly '@id': string; readonly '@type': Json } & { readonly [key: string]: Json }
const ref = (id: string): { '@id': string } => ({ '@id': id })

export interface CrateContent {
  readonly records: readonly { readonly record: EvidenceRecord; readonly file: CrateFile }[]
  readonly blobs: ReadonlyMap<Sha256, CrateFile>
  /** ISO 8601. */
  readonly publishedAt: string
}

/** The metadata document: the files, and for each record the run that made it, with what it used and what it was about. */
export function createCrate({ records, blobs, publishedAt }: CrateContent): Json {
  const entities = new Map<string, Entity>()
  const known = new Set<string>(records.map(({ record }) => record.id))
  const add = (entity: Entity): void => { if (!entities.has(entity['@id'])) entities.set(entity['@id'], entity) }
  for (const { record, file } of records) {
    add(recordFile(record, file, known))
    add(citedWork(record))
    add(tool(record))
    add(run(record, file, blobs))
    for (const snapshot of record.snapshots) {
      const blob = blobs.get(snapshot.body.sha256)
      if (blob) add(blobFile(snapshot, blob))
    }
  }
  const runs = records.map(({ record }) => ref(runId(record)))
  const files = [...blobs.values(), ...records.map(({ file }) => file)].map(({ path }) => ref(path))
  return {
    '@context': [RO_CRATE.context, { sha256: SHA256_TERM }],
    '@graph': [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', conformsTo: ref(RO_CRATE.conformsTo), about: ref('./') },
      {
        '@id': './', '@type': 'Dataset', name: 'Citation verification evidence', conformsTo: ref(RO_CRATE.profile),
        description: `${records.length} evidence records with the ${blobs.size} provider answers that they rest on.`,
        datePublished: publishedAt, license: ref('#terms'), hasPart: files, mentions: runs,
      },
      { '@id': RO_CRATE.profile, '@type': 'CreativeWork', name: 'Process Run Crate', version: '0.5' },
      { '@id': '#terms', '@type': 'CreativeWork', name: 'Terms of the providers', description: 'Each stored answer stays under the terms of the provider that its url names.' },
      ...entities.values(),
    ],
  }
}

const runId = (record: EvidenceRecord): string => `#run-${record.id}`
const toolId = ({ tool: { name, version } }: EvidenceRecord): string => `#${name}-${version}`

function recordFile(record: EvidenceRecord, { path, size }: CrateFile, known: ReadonlySet<string>): Entity {
  const superseded = (record.supersedes ?? []).filter((id) => known.has(id)) // a pruned one is no file of the crate
  return {
    '@id': path, '@type': 'File', name: `Evidence record ${record.id}`, encodingFormat: 'application/json',
    contentSize: String(size), sha256: sha256(recordBytes(record)), about: ref(workId(record)), dateCreated: record.recordedAt,
    ...(superseded.length > 0 && { isBasedOn: superseded.map((id) => ref(`records/${id}.json`)) }),
  }
}

function blobFile(snapshot: EvidenceRecord['snapshots'][number], { path, size }: CrateFile): Entity {
  return {
    '@id': path, '@type': 'File', name: `Answer of ${snapshot.provider}`, encodingFormat: snapshot.mediaType || 'application/octet-stream',
    contentSize: String(size), sha256: snapshot.body.sha256, url: snapshot.url, dateCreated: snapshot.retrievedAt,
  }
}

/** The work that the citation names. Its title is as cited, which is not to say that it is right. */
function citedWork(record: EvidenceRecord): Entity {
  const { identifiers, cited } = record.subject
  const title = cited['title']
  return {
    '@id': workId(record), '@type': 'ScholarlyArticle', name: typeof title === 'string' ? title : workId(record),
    identifier: Object.entries(identifiers).map(([kind, value]) => `${kind}:${value}`),
  }
}

/** Two citations of one DOI may claim different titles; they are different entities, since a claim is what is described. */
function workId(record: EvidenceRecord): string {
  return `#cited-${record.id}`
}

function tool(record: EvidenceRecord): Entity {
  return { '@id': toolId(record), '@type': 'SoftwareApplication', name: record.tool.name, softwareVersion: record.tool.version, version: record.tool.version, url: `https://www.npmjs.com/package/${record.tool.name}` }
}

function run(record: EvidenceRecord, file: CrateFile, blobs: ReadonlyMap<Sha256, CrateFile>): Entity {
  const used = [...new Set(record.snapshots.map(({ body }) => blobs.get(body.sha256)?.path).filter((path) => path !== undefined))]
  const started = [record.recordedAt, ...record.snapshots.filter(({ fromCache }) => !fromCache).map(({ retrievedAt }) => retrievedAt)].sort()[0] ?? record.recordedAt
  return {
    '@id': runId(record), '@type': 'CreateAction', name: `Verification of ${record.subject.identifiers.doi ?? record.id}`,
    instrument: ref(toolId(record)), object: [ref(workId(record)), ...used.map(ref)], result: ref(file.path),
    startTime: started, endTime: record.recordedAt, actionStatus: 'http://schema.org/CompletedActionStatus',
    description: `Status ${record.status} under the policy ${record.tool.policy.name} (${record.tool.policy.sha256}).`,
  }
}
