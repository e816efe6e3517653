import type { ArxivId, Doi } from '../model/identifiers.ts'

const NEW = /^(\d{2})(0[1-9]|1[0-2])\.(\d{4,5})$/
const OLD = /^(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|q-alg|q-bio|quant-ph|solv-int|stat|supr-con)\/(\d{2})(?:0[1-9]|1[0-2])\d{3}$/
/** Pages that show arXiv papers under the arXiv identifier. */
const URL = /^https?:\/\/(?:(?:[\w-]+\.)*arxiv\.org|(?:www\.)?ar5iv\.org|(?:www\.)?alphaxiv\.org)\/(?:abs|pdf|html|ps|format|e-print|src)\/|^https?:\/\/(?:www\.)?huggingface\.co\/papers\//i

/**
 * arXiv identifier of a text that names exactly one (new or old style, `arXiv:` prefix, abs/pdf URL, version suffix,
 * primary class in brackets), or undefined. One malformed id fails a whole arXiv API call, so the form is checked here: month 01 to 12,
 * old style 1991 to 2007, four digits from 0704 to 1412, five from 1501 (arXiv identifier scheme).
 */
export function parseArxivId(text: string): { readonly id: ArxivId; readonly version?: number } | undefined {
  let s = text.normalize('NFKC').replace(/[\u200b-\u200f\ufeff]/g, '').trim().replace(/^<(.*)>$/, '$1')
  if (URL.test(s)) s = s.replace(URL, '').replace(/[?#].*$/, '')
  else s = s.replace(/^(?:www\.)?arxiv\.org\/(?:abs|pdf)\//i, '')
  s = s.replace(/^(?:doi:\s*)?(?:https?:\/\/)?(?:(?:dx\.|www\.)?doi\.org\/)?10\.48550\/(?=arxiv\.)/i, '')
  for (let prefix = PREFIX.exec(s); prefix !== null && prefix[0] !== ''; prefix = PREFIX.exec(s)) s = s.slice(prefix[0].length)
  // Mendeley writes old ids as `0208083 [cond-mat]`.
  s = s.replace(/^(\d{7}(?:v\d+)?)\s*\[([a-z-]+)[\w.-]*\]$/i, '$2/$1').replace(/\s*[[(][\w.-]+[\])]$/, '').replace(/[.,;)\]/]+$/, '').replace(/\.pdf$/i, '')
  const version = /v(\d{1,3})$/i.exec(s)
  if (version) s = s.slice(0, version.index)
  s = s.replace(/^([a-z-]+)\.[a-z]{2}\//i, '$1/').toLowerCase()
  if (!isNew(s) && !isOld(s)) return undefined
  return version ? { id: s as ArxivId, version: Number(version[1]) } : { id: s as ArxivId }
}

const PREFIX = /^arxiv\s*(?:e-?print|preprint)?\s*[:.\s]?\s*|^(?:abs|pdf)\//i

function isNew(s: string): boolean {
  const match = NEW.exec(s)
  if (match === null) return false
  const yymm = Number(match[1]) * 100 + Number(match[2])
  return yymm >= 704 && match[3]!.length === (yymm >= 1501 ? 5 : 4)
}

function isOld(s: string): boolean {
  const match = OLD.exec(s)
  return match !== null && (Number(match[1]) >= 91 || Number(match[1]) <= 7)
}

/** The arXiv identifier that a DataCite arXiv DOI carries (`10.48550/arXiv.1706.09999`), or undefined. */
export function arxivIdOfDoi(doi: Doi): ArxivId | undefined {
  return doi.startsWith('10.48550/arxiv.') ? parseArxivId(doi)?.id : undefined
}
