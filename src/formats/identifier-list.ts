import type { CitationInput } from '../model/input.ts'
import { detectIdentifier, identifiersOf } from '../identifiers/detect.ts'

/**
 * One identifier a line (`doi:10...`, `pmid:123`, `arxiv:...`, a URL, or bare); empty lines and lines that start with `#` or `//` are passed over.
 * A line that is none comes as `invalid` UNSUPPORTED_IDENTIFIER. The same identifier on two lines stays twice: duplicates are the caller's to report.
 */
export function readIdentifierList(text: string, file: string): CitationInput[] {
  const inputs: CitationInput[] = []
  let start = 0
  let line = 0
  for (const whole of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    line++
    const raw = whole.replace(/^\ufeff/, '').trim()
    if (raw !== '' && !/^(?:#|\/\/)/.test(raw)) {
      const at = start + whole.indexOf(raw)
      inputs.push(identifierInput(raw.replace(/^[-*•]\s+/, ''), { file, line, endLine: line, start: at, end: at + raw.length }))
    }
    start += whole.length
  }
  return inputs
}

/** One identifier as an input; `invalid` when it is none. */
export function identifierInput(raw: string, source?: CitationInput['source']): CitationInput {
  const detected = detectIdentifier(raw)
  const place = source === undefined ? {} : { source }
  if (detected === undefined) return { key: raw.slice(0, 80), kind: 'identifier', citation: { identifiers: {} }, raw, ...place, invalid: { code: 'UNSUPPORTED_IDENTIFIER', detail: `${JSON.stringify(raw.slice(0, 80))} is no DOI, PMID, PMCID or arXiv identifier` } }
  return { key: detected.value, kind: 'identifier', citation: { identifiers: identifiersOf(detected) }, raw, ...place }
}
