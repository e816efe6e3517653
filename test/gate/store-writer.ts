import { createVerificationStore } from '../../src/runtime/verification-store.ts'

// A process of its own for test/gate/store.test.ts: writes rows one by one, reads each back, says how many were there.
const [file = '', name = '', count = '0'] = process.argv.slice(2)
const errors: unknown[] = []
const store = createVerificationStore(file, (error) => errors.push(error))
let seen = 0
for (let index = 0; index < Number(count); index++) {
  const row = { citation_key: `${name}${index}`, resolver_name: 'crossref', query_form: 'f', response_json: '{}', verification_timestamp: '2026-01-01T00:00:00.000Z' }
  await store.putMany([row])
  seen += (await store.getMany([row])).length
}
process.stdout.write(JSON.stringify({ seen, errors: errors.map(String) }))
