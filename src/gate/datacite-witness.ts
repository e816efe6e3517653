import type { Doi } from '../model/identifiers.ts'
import type { Providers } from '../providers/registry.ts'
import { hasOtherTitle, recordCarriesTitle } from './title.ts'
import type { Testimony, Witness, WitnessQuery } from './witness.ts'

/** DataCite's own record for DOIs of that agency, which Crossref never has and the indexes often lack (Zenodo, figshare, Dryad). */
export function createDataCiteWitness({ datacite }: Pick<Providers, 'datacite'>): Witness {
  return {
    name: 'datacite',
    async testify(queries, options) {
      const ours = queries.map(({ query, registry }) => (query.doi && registry?.state === 'registered' && /^datacite$/i.test(registry.agency ?? '') ? query.doi : undefined))
      const asked = [...new Set(ours.filter((doi) => doi !== undefined))]
      const answers = asked.length > 0 ? await datacite.lookup(asked.map((id) => ({ id })), options) : new Map<Doi, never>()
      return queries.map(({ query }: WitnessQuery, index): Testimony | undefined => {
        const doi = ours[index]
        const answer = doi && answers.get(doi)
        if (!doi || !answer) return undefined
        if (answer.kind === 'failed') return { contribution: 'nothing', code: 'UNREACHABLE', identifier: doi, detail: answer.detail }
        const at = answer.snapshot.retrievedAt
        if (answer.kind === 'not-found') return { contribution: 'nothing', code: 'NO_RECORD', identifier: doi, at }
        const carries = recordCarriesTitle(query.title, answer.value)
        if (carries === 'yes') return { contribution: 'confirms', code: 'DOI_TITLE_VERIFIED', identifier: doi, ...(hasOtherTitle(query.title, answer.value) ? { detail: `similar, not the same: ${answer.value.title ?? ''}` } : {}), at }
        return { contribution: 'nothing', code: carries === 'no' ? 'DOI_TITLE_MISMATCH' : 'DOI_EXISTS_TITLE_UNVERIFIABLE', identifier: doi, ...(carries === 'no' ? { otherTitle: answer.value.title ?? '' } : {}), at }
      })
    },
  }
}
