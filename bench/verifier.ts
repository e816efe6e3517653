import { unpaced } from '../src/http/pace.ts'
import { readText } from '../src/formats/read.ts'
import { defaultConfig } from '../src/model/config.ts'
import type { CitationInput } from '../src/model/input.ts'
import type { VerifiedItem } from '../src/model/item.ts'
import { createCiteVerifier } from '../src/runtime.ts'
import type { BenchCase } from './case.ts'
import { createCaseServer } from './case-server.ts'

/** The inputs of a BibTeX text, all of them. */
export async function readBibtexInputs(text: string, name: string): Promise<CitationInput[]> {
  const inputs: CitationInput[] = []
  for await (const slice of readText(text, { name, format: 'bibtex' })) inputs.push(...slice)
  return inputs
}

/**
 * Verifies one case on its own: a verifier of its own on an empty root, no cache, answers from the case alone through the real
 * HTTP client and providers (without the pace, since no host is asked). Throws when the citation is not one entry.
 */
export async function verifyCase(benchCase: BenchCase, root: string): Promise<VerifiedItem> {
  const inputs = await readBibtexInputs(benchCase.citation, `${benchCase.id}.bib`)
  const [input] = inputs
  if (input === undefined || inputs.length > 1) throw new Error(`${benchCase.id}: ${inputs.length} entries where one is expected`)
  const verifier = createCiteVerifier({ ...defaultConfig(), root, cacheTtlMs: 0, minIntervalMs: 0, retries: 0, durability: 'fast' }, { fetch: createCaseServer(benchCase).fetch, pace: unpaced })
  try {
    const report = await verifier.verify([input])
    return report.items[0] as VerifiedItem
  } finally {
    await verifier.close()
  }
}
