import type { Providers } from '../providers/registry.ts'
import type { Answer, LookupOptions } from '../providers/provider.ts'
import type { Work } from '../model/work.ts'
import type { SearchWorks } from '../verify/verify.ts'

/** Crossref's bibliographic search first; OpenAlex where Crossref found nothing. A failed search finds nothing: suggestions are a courtesy. */
export function searchWith(providers: Pick<Providers, 'crossrefSearch' | 'openalexSearch'>): SearchWorks {
  return async (citation, options: LookupOptions) => {
    const query = [citation.title, citation.authors?.[0]?.family ?? citation.authors?.[0]?.literal, citation.year].filter(Boolean).join(' ')
    const first = worksOf((await providers.crossrefSearch.lookup([{ id: query, cited: citation }], options)).get(query))
    if (first.length > 0) return first
    const title = citation.title ?? query
    return worksOf((await providers.openalexSearch.lookup([{ id: title, cited: citation }], options)).get(title))
  }
}

function worksOf(answer: Answer<readonly Work[]> | undefined): readonly Work[] {
  return answer?.kind === 'found' ? answer.value : []
}
