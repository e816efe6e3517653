import type { Command } from 'commander'
import type { Options } from './program.ts'

/** `cite-verify zotero …`. `configured` adds the configuration options to a command. */
export function addZoteroCommands(program: Command, done: (code: number) => void, configured: (command: Command) => Command): void {
  const repeated = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value]
  const load = () => import('./commands/zotero.ts')
  const zotero = program.command('zotero').description('the local Zotero library: look, plan, write, or make files to import')
  const formatted = (command: Command): Command => configured(command).option('--format <format>', 'text or json', 'text')
  const reviewed = (command: Command): Command => formatted(command)
    .option('--tag <tag>', 'a further tag for every reference; may be repeated', repeated)
    .option('--review-tags <list>', 'in place of the configured review tags, with commas; or none')
    .option('--no-verify-crossref', 'ask Crossref nothing')
    .option('--no-enrichment', 'verify, but fill no blank field')

  formatted(zotero.command('status').description('whether Zotero runs and can be read or written to'))
    .action(async (options: Options) => done(await (await load()).runZoteroStatus(options)))

  formatted(zotero.command('search').description('search the library').argument('[words...]', 'words in titles, creators and years'))
    .option('--doi <doi>', 'by DOI').option('--title <title>', 'by title').option('--citekey <key>', 'by citation key').option('--creator <name>', 'by creator')
    .option('--year-from <year>', 'from this year on').option('--year-to <year>', 'up to this year').option('--in-tag <tag>', 'only with this tag').option('--collection <path>', 'only in this collection: Parent/Child')
    .option('--library <library>', 'user or group:<id>').option('--limit <n>', '1 to 200')
    .action(async (words: string[], options: Options) => done(await (await load()).runZoteroSearch(words, { ...options, ...(options['inTag'] === undefined ? {} : { tag: options['inTag'] }) })))

  reviewed(zotero.command('upsert').description('plan how references go into the library; with --apply also write them').argument('<file|id...>', 'as for check'))
    .option('--collection-path <path>', 'collection: Parent/Child; missing levels are made').option('--topic <topic>', 'a topic that names the collection')
    .option('--update-policy <policy>', 'fill_blank, prefer_zotero or prefer_enriched')
    .option('--apply', 'show the plan, ask, and write').option('--yes', 'with --apply: do not ask here (Zotero still does)')
    .action(async (args: string[], options: Options) => done(await (await load()).runZoteroUpsert(args, options)))

  reviewed(zotero.command('export').description('make files that any Zotero imports').argument('<file|id...>', 'as for check'))
    .option('--formats <list>', 'csl,ris,bibtex,rdf (default: the first three)').option('--out-dir <folder>', 'write into this folder instead of printing').option('--overwrite', 'replace files that are there')
    .action(async (args: string[], options: Options) => done(await (await load()).runZoteroExport(args, options)))
}
