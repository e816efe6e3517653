import type { Providers } from '../providers/registry.ts'
import type { LookupOptions } from '../providers/provider.ts'
import type { Work } from '../model/work.ts'
import type { SearchWorks } from '../verify/verify.ts'

/** Crossref's bibliographic search first; OpenAlex too where Crossref found nothing that is enough. A search that failed is named. */
export function searchWith(providers: Pick<Providers, 'crossrefSearch' | 'openalexSearch'>): SearchWorks {
  return async (citation, options: LookupOptions, isEnough) => {
    const title = citation.title ?? ''
    const query = [title, citation.authors?.[0]?.family ?? citation.authors?.[0]?.literal, citation.year].filter(Boolean).join(' ')
    const works: Work[] = []
    const failed: string[] = []
    for (const [name, text] of [['crossrefSearch', query], ['openalexSearch', title]] as const) {
      const answer = (await providers[name].lookup([{ id: text, cited: citation }], options)).get(text)
      if (answer?.kind === 'found') works.push(...answer.value)
      if (answer?.kind === 'failed') failed.push(`${providers[name].name} ${answer.reason}: ${answer.detail}`)
      if (isEnough(works)) break
    }
    return { works, failed }
  }
}
