import { Command, Option } from 'commander'
import { VERSION } from '../model/config.ts'
import { EXIT } from './exit-codes.ts'
import { addConfigOptions } from './options.ts'

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
  return program
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
