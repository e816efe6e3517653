import { serviceSink } from '../evidence/service-sink.ts'
import type { EvidenceSink } from '../evidence/sink.ts'

/** The sink of one run: the mounted service if its shape is known, else the own store, said once as a warning. */
export function chooseSink(service: unknown, own: EvidenceSink, warnings: string[]): EvidenceSink {
  if (service === undefined || service === null) return own
  const sink = serviceSink(service)
  if (sink) return sink
  warnings.push('researchEvidence is mounted but has a shape that is not known here; evidence went to the own store')
  return own
}
