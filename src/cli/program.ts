import { Command, Option } from 'commander'
import { VERSION } from '../model/config.ts'
import { EXIT } from './exit-codes.ts'
import { addConfigOptions } from './options.ts'
import { addZoteroCommands } from './zotero-commands.ts'

export type Options = Readonly<Record<string, unknown>>

/** The command line's grammar. An action loads its command, runs it, and hands the exit code to `done`. */
export function createProgram(done: (code: number) => void): Command {
  const program = new Command('cite-verify')
    .description('Verifies that citations exist and that their metadata is right, against Crossref, DataCite, PubMed and arXiv.\nA missing record and a failed look-up are different answers; neither says that a work does not exist.')
    .version(VERSION, '-V, --version')
    .exitOverride()
    .showHelpAfterError('(cite-verify --help lists the commands)')
    .addHelpText('after', EXIT_HELP)

  addRunOptions(program.command('check')
    .description('check citations: .bib, .ris, .nbib, CSL-JSON, lists of identifiers, text and Markdown, or identifiers as arguments')
    .argument('<file|id...>', 'files, DOIs, PMIDs, arXiv ids; - is standard input'))
    .option('--format <format>', 'text, json, jsonl, markdown or sarif', 'text')
    .option('--output <file>', 'write the report to a file')
    .option('--input-format <format>', 'take the input as this format instead of finding out')
    .option('--suggest', 'search by title where a citation has no identifier')
    .option('--fail-on <list>', 'exit 1 on any of fail, retracted, not-found, warn, unchecked; or never', 'fail,retracted,not-found')
    .option('--ignore-file <file>', 'accepted findings: a YAML list of {key, field?, reason, until?}')
    .option('--only <key>', 'check only the entry with this key; may be repeated', repeated)
    .option('--aux <file>', 'check only what a LaTeX run cites')
    .option('--include-zotero', 'also say which works stand in the local Zotero library; not one request goes there otherwise')
    .action(async (args: string[], options: Options) => done(await (await import('./commands/check.ts')).runCheck(args, options)))

  addRunOptions(program.command('fix')
    .description('propose the smallest edits of a .bib file as a unified diff; the file itself is never written')
    .argument('<file>', 'a .bib file; - is standard input'))
    .option('--output <file>', 'write the corrected text to another file')
    .option('--only <key>', 'only the entry with this key; may be repeated', repeated)
    .action(async (file: string, options: Options) => done(await (await import('./commands/fix.ts')).runFix(file, options)))

  addStoreOptions(program.command('audit').description('check that the stored evidence is whole and unchanged'))
    .option('--replay', 'also run the stored answers through the same parsers and comparisons again')
    .option('--format <format>', 'text or json', 'text')
    .action(async (options: Options) => done(await (await import('./commands/audit.ts')).runAudit(options)))

  addStoreOptions(program.command('export').description('export the stored evidence'))
    .addOption(new Option('--format <format>', 'ro-crate (a folder) or jsonl').makeOptionMandatory())
    .option('--output <path>', 'folder for ro-crate, file for jsonl (default: standard output)')
    .action(async (options: Options) => done(await (await import('./commands/export.ts')).runExport(options)))

  const cache = program.command('cache').description('look at or empty the cache of answers')
  addStoreOptions(cache.command('stats').description('what the cache holds')).option('--format <format>', 'text or json', 'text')
    .action(async (options: Options) => done(await (await import('./commands/cache.ts')).runCacheStats(options)))
  addStoreOptions(cache.command('clear').description('remove every cached answer'))
    .action(async (options: Options) => done(await (await import('./commands/cache.ts')).runCacheClear(options)))
  addStoreOptions(cache.command('invalidate').description('remove the cached answers for identifiers').argument('<id...>', 'DOIs, PMIDs, arXiv ids'))
    .action(async (ids: string[], options: Options) => done(await (await import('./commands/cache.ts')).runCacheInvalidate(ids, options)))

  const store = program.command('store').description('look after the evidence store')
  addStoreOptions(store.command('prune').description('remove old records and what only they need'))
    .addOption(new Option('--older-than <age>', 'age as 90d, 12w, 36h').makeOptionMandatory())
    .action(async (options: Options) => done(await (await import('./commands/store.ts')).runStorePrune(options)))

  addPassportCommands(program, done)
  addZoteroCommands(program, done, addStoreOptions)
  return program
}

/** The citation-existence gate. A file called `finalize`, `check`, `mark-read` or `invalidate` needs a `./` before its name. */
function addPassportCommands(program: Command, done: (code: number) => void): void {
  const policy = (command: Command): Command => command.option('--policy <key=value>', 'a terminal policy over the passport\'s own, such as citation_existence=strict; may be repeated', repeated)
  const passport = policy(addStoreOptions(program.command('passport')
    .description('check that the works of a literature passport (YAML or JSON) exist')
    .argument('<file>', 'the passport; it is never written over'))
    .option('--draft <file>', 'Markdown draft whose markers give ref_slug and anchor')
    .option('--synthetic-ref-slug <field>', 'citation_key: diagnostic rows that join no prose')
    .option('--no-cache', 'ask everything, read and write no cache')
    .option('--revalidate', 'ask again where a cached answer is past the age advisory')
    .option('--offline', 'cache only; what is not there counts as unreachable')
    .option('--format <format>', 'json (the rows) or markdown (the provenance summary)', 'json')
    .option('--write <file>', 'a copy of the passport with citation_verification_summary')
    .option('--provenance <file>', 'write provenance_summary.md'))
    .addHelpText('after', PASSPORT_EXIT_HELP)
    .action(async (file: string, options: Options) => done(await (await import('./commands/passport.ts')).runPassport(file, options)))
  const draft = (name: string, description: string): Command => policy(addStoreOptions(passport.command(name).description(description).argument('<draft>', 'Markdown draft'))
    .addOption(new Option('--passport <file>', 'the passport with its rows').makeOptionMandatory()))
    .option('--output <file>', 'write to a file')
  draft('finalize', 'judge the markers of a draft under the policies in force')
    .option('--read-log <file>', 'what a person has read (default: <passport>_human_read_log.yaml)')
    .action(async (file: string, options: Options, command: Command) => done(await (await import('./commands/passport-draft.ts')).runPassportFinalize(file, { ...command.optsWithGlobals(), ...options })))
  draft('check', 'whether a finalised draft is ready for review')
    .action(async (file: string, options: Options, command: Command) => done(await (await import('./commands/passport-draft.ts')).runPassportCheck(file, { ...command.optsWithGlobals(), ...options })))
  addStoreOptions(passport.command('mark-read').description('note that a person has read sources, or take that back').argument('<passport>', 'the passport that names them').argument('<key...>', 'citation keys'))
    .option('--scope <level>', 'full_text, sections, abstract_only, toc_only or unknown').option('--locator <text>', 'with --scope sections: what was read, such as 3.2 or pp. 10-20; may be repeated', repeated)
    .option('--note <text>', 'a remark').option('--unmark', 'take the marks back').option('--read-log <file>', 'the log (default: <passport>_human_read_log.yaml)')
    .action(async (file: string, keys: string[], options: Options, command: Command) => done(await (await import('./commands/passport-read.ts')).runPassportMarkRead(file, keys, { ...command.optsWithGlobals(), ...options })))
  addStoreOptions(passport.command('invalidate').description('forget the cached verifications of citations').argument('<key...>', 'citation keys'))
    .action(async (keys: string[], options: Options, command: Command) => done(await (await import('./commands/passport.ts')).runPassportInvalidate(keys, { ...command.optsWithGlobals(), ...options })))
}

/** Gathers an option that may be repeated. A variadic option would swallow the file names after it. */
function repeated(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}

function addRunOptions(command: Command): Command {
  return addStoreOptions(command)
    .option('--fresh', 'ask again even where an answer is cached')
    .option('--offline', 'cache and stored snapshots only; what is not there counts as a failed look-up')
}

function addStoreOptions(command: Command): Command {
  addConfigOptions(command)
  return command.optionsGroup('Options:')
}

const EXIT_HELP = `
Exit codes of check: ${EXIT.usage} bad usage or nothing readable; else ${EXIT.findings} findings at --fail-on; else ${EXIT.incomplete} a look-up failed; else ${EXIT.ok}.`
const PASSPORT_EXIT_HELP = `
Exit codes of passport: ${EXIT.ok} done, also with false rows; ${EXIT.findings} findings that a policy makes terminal; ${EXIT.usage} bad usage, nothing readable, or a ref_slug that would have to be invented.`
