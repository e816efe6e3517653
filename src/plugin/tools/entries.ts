import type { Citation } from '../../model/citation.ts'
import type { CitationInput } from '../../model/input.ts'

export async function entriesOf(_text: string): Promise<readonly CitationInput[]> {
  throw new Error('waiting for formats')
}

export function entryText(_citation: Citation): string {
  throw new Error('waiting for formats')
}
