import { stat } from 'node:fs/promises'
import { markRead, READ_LEVELS, unmarkRead, type ReadLog, type ReadScope } from '../../gate/read-log.ts'
import { message } from '../../messages/message.ts'
import { createGate } from '../../runtime/gate.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { writeCopy } from '../output.ts'
import { loadPassport, loadReadLog, readLogName, readText } from '../passport-input.ts'
import type { Options } from '../program.ts'
import { choice, createSession, say } from '../session.ts'

/**
 * `cite-verify passport mark-read PASSPORT KEY...`: notes in the log beside the passport that a person has read these sources; with --unmark takes that back.
 * Comments and other keys of the log stay. Exit 0: written; 2: usage, an unreadable file, or a key that the corpus does not hold (then nothing is marked).
 */
export async function runPassportMarkRead(file: string, keys: readonly string[], options: Options): Promise<number> {
  const session = createSession(options)
  const scope = scopeOf(options)
  const isUnmark = options['unmark'] === true
  if (isUnmark && scope) throw new UsageError('--unmark takes a mark back as a whole; leave --scope, --locator and --note out')
  const { corpus } = await loadPassport(file, [])
  const at = createGate(session.config).now()
  const target = readLogName(options['readLog'], file)
  const isNew = !(await stat(target).catch(() => undefined))
  const before: ReadLog = isNew ? { session_id: `cite-verify ${at}`, created_at: at } : ((await loadReadLog(target, file)) ?? {})
  const event = { known: corpus.map((entry) => entry.citation_key), at }
  const after = isUnmark ? unmarkRead(before, keys, event) : markRead(before, keys, { ...event, ...(scope ? { scope } : {}) })
  await writeCopy('--read-log', target, await rendered(isNew ? '' : await readText(target), before, after), [file])
  say(message(session.language, isUnmark ? 'gate.cli.unmarked' : 'gate.cli.marked', { n: keys.length, name: target }))
  return EXIT.ok
}

function scopeOf(options: Options): ReadScope | undefined {
  const locators = (options['locator'] as readonly string[] | undefined) ?? []
  const note = typeof options['note'] === 'string' ? { note: options['note'] } : {}
  if (options['scope'] === undefined) {
    if (locators.length > 0) throw new UsageError('--locator goes with --scope sections')
    return 'note' in note ? { level: 'unknown', ...note } : undefined
  }
  const level = choice(options['scope'], '--scope', READ_LEVELS)
  if (locators.length > 0 && level !== 'sections') throw new UsageError('--locator goes with --scope sections')
  return { level, ...(locators.length > 0 ? { locators } : {}), ...note }
}

/** The log's text with the marks that are new or changed; everything else in it stays as it stands. */
async function rendered(text: string, before: ReadLog, after: ReadLog): Promise<string> {
  const { parseDocument, stringify } = await import('../../formats/yaml.ts')
  if (text.trim() === '') return stringify(after, { lineWidth: 0 })
  const document = parseDocument(text)
  const old = before.human_read ?? []
  if (old.length === 0) document.set('human_read', document.createNode(after.human_read))
  else (after.human_read ?? []).forEach((mark, index) => {
    if (index >= old.length) document.addIn(['human_read'], document.createNode(mark))
    else if (mark !== old[index]) document.setIn(['human_read', index, 'rescinded_at'], mark.rescinded_at)
  })
  return document.toString({ lineWidth: 0 })
}
