import type { ArxivId, Doi } from '../model/identifiers.ts'

const NEW = /^(\d{2})(0[1-9]|1[0-2])\.\d{4,5}$/
const OLD = /^(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|q-alg|q-bio|quant-ph|solv-int|stat|supr-con)\/\d{2}(?:0[1-9]|1[0-2])\d{3}$/

/**
 * arXiv identifier of a text that names exactly one (new or old style, `arXiv:` prefix, abs/pdf URL, version suffix,
 * primary class in brackets), or undefined. One malformed id fails a whole arXiv API call, so the form is checked here.
 */
export function parseArxivId(text: string): { readonly id: ArxivId; readonly version?: number } | undefined {
  let s = text.trim().normalize('NFKC')
  s = s.replace(/^https?:\/\/(?:[\w-]+\.)*arxiv\.org\/(?:abs|pdf|html|ps|format)\//i, '').replace(/\.pdf$/i, '')
  s = s.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/)?10\.48550\/arxiv\./i, '').replace(/^arxiv\s*(?:e-?print\s*)?[:.]?\s*/i, '')
  s = s.replace(/\s*\[[\w.-]+\]$/, '').replace(/[.,;]+$/, '')
  const version = /v(\d+)$/i.exec(s)
  if (version) s = s.slice(0, version.index)
  s = s.replace(/^([a-z-]+)\.[A-Z]{2}\//, '$1/')
  const lower = s.toLowerCase()
  if (!NEW.test(s) && !OLD.test(lower)) return undefined
  return version ? { id: lower as ArxivId, version: Number(version[1]) } : { id: lower as ArxivId }
}

/** The arXiv identifier that a DataCite arXiv DOI carries (`10.48550/arXiv.1706.09999`), or undefined. */
export function arxivIdOfDoi(doi: Doi): ArxivId | undefined {
  return doi.startsWith('10.48550/arxiv.') ? parseArxivId(doi)?.id : undefined
}
