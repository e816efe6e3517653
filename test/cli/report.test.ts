import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { assessItem } from '../../src/cli/assessment.ts'
import { IgnoreList } from '../../src/cli/ignore-file.ts'
import { createPaint } from '../../src/cli/report/colour.ts'
import { displayWidth } from '../../src/cli/report/display-width.ts'
import type { ReportWriter, Run, Write } from '../../src/cli/report/document.ts'
import { createJsonReport } from '../../src/cli/report/json.ts'
import { createJsonlReport } from '../../src/cli/report/jsonl.ts'
import { createMarkdownReport } from '../../src/cli/report/markdown.ts'
import { createSarifReport } from '../../src/cli/report/sarif.ts'
import { createTextReport } from '../../src/cli/report/text.ts'
import { ruleInWords } from '../../src/cli/report/words.ts'
import type { Language } from '../../src/messages/message.ts'
import type { VerifiedItem } from '../../src/model/item.ts'
import { ALL, assessAll, FINE, NO_IDENTIFIER, RUN, sampleItem, WRONG_YEAR } from './sample-items.ts'

async function render(create: (write: Write) => ReportWriter, items: readonly VerifiedItem[] = ALL, run: Run = RUN, ignores?: IgnoreList): Promise<string> {
  let text = ''
  const report = create(async (part) => { text += typeof part === 'string' ? part : new TextDecoder().decode(part) })
  for (const entry of ignores ? items.map((item) => assessItem(item, ignores)) : assessAll(items)) await report.add(entry)
  await report.end(run)
  return text
}

const textReport = (language: Language = 'en', colour = false) => (write: Write) => createTextReport(write, { language, paint: createPaint(colour), columns: 100 })

describe('the text report', () => {
  it('says first how many are wrong, how many could not be decided and what to do next, then shows what needs attention', async () => {
    expect(await render(textReport())).toMatchInlineSnapshot(`
      "9 checked: 2 wrong, 1 retracted or under notice, 1 without a record, 1 duplicated, 3 could not be decided, 1 agree. Next: compare the entries below with their records (\`cite-verify fix\` proposes the edits); run it again later for what could not be decided (answers are kept).

      refs.bib:9   chimera    OTHER WORK  the identifier belongs to another work
        identifier  cited   A study of rivers
                    record  Sorting networks in practice
                    why     the identifier belongs to another work
        authors     cited Brook · record Kim; Ode · the author lists differ
        next        Find the identifier of the work that is meant.

      refs.bib:3   smith2019  WRONG       year
        year  cited 2019 · record 2021 · the record carries no such year

      refs.bib:15  withdrawn  NOTICE      retraction
        notice  retraction, 2020-02-01, 10.1000/notice (says crossref)
        next    Read the notice before citing this work.

      refs.bib:21  typo       NO RECORD   handle: no such record
        existence  cited 10.1000/typo · handle: no such record
        next       Check the identifier for a typing error.

      refs.bib:45  again      DUPLICATE   same work as fine
        duplicate  same work as fine
        next       Keep one entry.

      refs.bib:39  entry-7    UNREADABLE  INVALID_BIBTEX
        INVALID_BIBTEX  the entry that starts here is not closed
        next            Mend the entry.

      Not decided (1): crossref: rate_limited (api.crossref.org answered 429)
        refs.bib: 27 later

      Without an identifier, so nothing was asked (1):
        refs.bib: 33 book

      Agree with their records (1):
        refs.bib: 51 fine

      Requests: api.crossref.org 2, doi.org 1.
      "
    `)
  })

  it('has the same in Chinese', async () => {
    expect(await render(textReport('zh'))).toMatchInlineSnapshot(`
      "共核查 9 条：2 条有误，1 条被撤回或附有声明，1 条未查到记录，1 条重复，3 条无法判定，1 条一致。下一步：将下列条目与其记录核对（\`cite-verify fix\` 可给出修改建议）；稍后再次运行以处理无法判定的条目（已得到的答复会保留）。

      refs.bib:9   chimera    另一文献  标识符属于另一篇文献
        标识符  引文  A study of rivers
                记录  Sorting networks in practice
                说明  标识符属于另一篇文献
        作者    引文 Brook · 记录 Kim; Ode · 作者名单不同
        处理    Find the identifier of the work that is meant.

      refs.bib:3   smith2019  有误      年份
        年份  引文 2019 · 记录 2021 · 记录中没有该年份

      refs.bib:15  withdrawn  有声明    撤稿
        声明  撤稿, 2020-02-01, 10.1000/notice（来源：crossref）
        处理  Read the notice before citing this work.

      refs.bib:21  typo       无记录    handle：没有该记录
        存在性  引文 10.1000/typo · handle：没有该记录
        处理    Check the identifier for a typing error.

      refs.bib:45  again      重复      与 fine 为同一文献
        重复  与 fine 为同一文献
        处理  Keep one entry.

      refs.bib:39  entry-7    无法读取  INVALID_BIBTEX
        INVALID_BIBTEX  the entry that starts here is not closed
        处理            Mend the entry.

      1 条未判定：crossref: rate_limited (api.crossref.org answered 429)
        refs.bib: 27 later

      1 条没有标识符，因此未作查询：
        refs.bib: 33 book

      1 条与记录一致：
        refs.bib: 51 fine

      请求：api.crossref.org 2, doi.org 1。
      "
    `)
  })

  it('is one headline and a list when every citation agrees', async () => {
    const text = await render(textReport(), [FINE, sampleItem('fine2', { line: 60 })])
    expect(text.split('\n')[0]).toBe('All 2 checked: every citation agrees with its record. Nothing to do.')
    expect(text).toContain('refs.bib: 51 fine, 60 fine2')
  })

  it('names each file once, and an identifier that was given as an argument without one', async () => {
    const { source: _source, ...bare } = sampleItem('10.1000/fine').input
    const other = sampleItem('there', { line: 7 })
    const text = await render(textReport(), [FINE, { ...other, input: { ...other.input, source: { ...other.input.source!, file: 'more/other.bib' } } }, { ...sampleItem('x'), input: { ...bare, key: '10.1000/fine' } }, sampleItem('fine2', { line: 60 })])
    expect(text).toContain('\n  refs.bib: 51 fine, 60 fine2\n  more/other.bib: 7 there\n  10.1000/fine\n')
  })

  it('says of two entries with one key that the key is the same', async () => {
    const text = await render(textReport(), [FINE, { ...sampleItem('fine', { line: 60 }), status: 'warn', duplicate: true, duplicateOf: 'fine' }])
    expect(text).toContain('same work as an earlier entry with the same key')
    expect(text).not.toContain('same work as fine')
  })

  it('never uses a word of accusation, in either language', async () => {
    for (const language of ['en', 'zh'] as const) expect(await render(textReport(language))).not.toMatch(/fabricat|fake|hallucinat|invented|捏造|伪造|虚构|造假/i)
  })

  it('colours only when told to', async () => {
    expect(await render(textReport('en', true))).toContain('\u001b[')
    expect(await render(textReport('en', false))).not.toContain('\u001b')
  })

  it('prints a provider\'s control and bidi characters as spaces and cuts long values', async () => {
    const nasty = sampleItem('evil', {
      status: 'fail',
      checks: [{ type: 'metadata-match', field: 'title', status: 'fail', relation: 'differs', rule: 'title.words', cited: 'A\u001b[2J\u202eB', record: `C\u0007\r\n${'x'.repeat(5_000)}`, provider: 'crossref' }],
    })
    for (const create of [textReport(), (write: Write) => createMarkdownReport(write, 'en'), (write: Write) => createSarifReport(write, 'en')]) {
      const text = await render(create, [nasty])
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
      expect(text).not.toContain('x'.repeat(301))
      expect(text).toMatch(/A \\?\[2J B/)
    }
  })

  it('aligns the table by display width, not by length', async () => {
    const han = sampleItem('张三2020', { line: 5, status: 'fail', checks: WRONG_YEAR.checks })
    const lines = (await render(textReport(), [han, { ...WRONG_YEAR, input: { ...WRONG_YEAR.input, key: 'abcdefgh' } }])).split('\n').filter((line) => line.includes('WRONG'))
    expect(lines).toHaveLength(2)
    expect(displayWidth(lines[0]!.split('WRONG')[0]!)).toBe(displayWidth(lines[1]!.split('WRONG')[0]!))
  })

  it('lists entries without an identifier by name only', async () => {
    const text = await render(textReport(), [NO_IDENTIFIER])
    expect(text).toContain('Without an identifier, so nothing was asked (1):\n  refs.bib: 33 book')
    expect(text).toContain('Next: add a DOI')
  })

  it('says what is odd about an entry that would else stand in a list, but not how its file was read', async () => {
    const odd = { ...NO_IDENTIFIER, warnings: ['doi "11.1/x" is not a well-formed DOI and was not looked up'] }
    const noted = { ...FINE, input: { ...FINE.input, remarks: ['the entry has no key'] }, warnings: ['the entry has no key'] }
    const corrected = { ...FINE, notices: [{ type: 'correction', direction: 'about-this', doi: '10.1000/fix', date: '2021', source: 'crossref' }] } as const
    expect(await render(textReport(), [corrected])).toMatch(/fine +OK[^\n]*\n +notice +correction, 2021, 10\.1000\/fix/)
    const text = await render(textReport(), [odd, noted, { ...FINE, warnings: ['another version of this work is cited as b (is-preprint-of)'] }])
    expect(text).toMatch(/refs\.bib:33 +book +NO IDENTIFIER[^\n]*\n +note +doi "11\.1\/x" is not a well-formed DOI/)
    expect(text).toMatch(/refs\.bib:51 +fine +OK[^\n]*\n +note +another version/)
    expect(text).toContain('Agree with their records (1):\n  refs.bib: 51 fine')
  })
})

describe('the JSON report', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const schema = (name: string): object => JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8')) as object
  ajv.addSchema(schema('evidence-record.schema.json'))
  const validate = ajv.compile(schema('report.schema.json'))

  it('is valid against the schema that ships, with every kind of item', async () => {
    const report: unknown = JSON.parse(await render((write) => createJsonReport(write)))
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
  })

  it('is valid without items and keeps the order of the items', async () => {
    const empty: unknown = JSON.parse(await render((write) => createJsonReport(write), []))
    expect(validate(empty), JSON.stringify(validate.errors)).toBe(true)
    const report = JSON.parse(await render((write) => createJsonReport(write))) as { items: { key: string }[] }
    expect(report.items.map((item) => item.key)).toEqual(ALL.map((item) => item.input.key))
  })

  it('keeps values as the provider gave them', async () => {
    const item = sampleItem('raw', { checks: [{ type: 'metadata-match', field: 'title', status: 'fail', relation: 'differs', cited: 'A\u202eB', record: 'C' }] })
    expect(await render((write) => createJsonlReport(write), [item])).toContain('A\u202eB')
  })

  it('as lines: an item each, the last line has summary and requests', async () => {
    const lines = (await render((write) => createJsonlReport(write))).trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toHaveLength(ALL.length + 1)
    expect(lines.at(-1)).toEqual({ summary: RUN.summary, requests: RUN.requests })
    expect(lines[1]).toMatchObject({ key: 'smith2019', status: 'fail', source: { file: 'refs.bib', line: 3, endLine: 5 } })
  })
})

describe('the SARIF report', () => {
  interface Sarif { runs: { tool: { driver: { rules: { id: string }[] } }; columnKind: string; results: { ruleId: string; ruleIndex: number; level: string; message: { text: string }; locations?: { physicalLocation: { artifactLocation: { uri: string }; region: object } }[]; partialFingerprints: Record<string, string>; suppressions?: object[] }[] }[] }
  const sarif = async (items: readonly VerifiedItem[], ignores?: IgnoreList): Promise<Sarif['runs'][0]> => (JSON.parse(await render((write) => createSarifReport(write, 'en'), items, RUN, ignores)) as Sarif).runs[0]!

  it('has one result per finding, each with a known rule', async () => {
    const run = await sarif(ALL)
    expect(run.results.map((result) => `${result.ruleId} ${result.level}`)).toEqual([
      'cite/year-differs error', 'cite/other-work error', 'cite/retracted error', 'cite/not-found warning',
      'cite/lookup-failed note', 'cite/invalid-entry error', 'cite/duplicate warning',
    ])
    for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId)
  })

  it('names the region of the entry in lines and UTF-16 offsets, and an encoded uri', async () => {
    const run = await sarif([{ ...WRONG_YEAR, input: { ...WRONG_YEAR.input, source: { file: 'my refs/文.bib', line: 3, endLine: 5, start: 120, end: 150 } } }])
    expect(run.columnKind).toBe('utf16CodeUnits')
    expect(run.results[0]?.locations).toEqual([{ physicalLocation: { artifactLocation: { uri: 'my%20refs/%E6%96%87.bib' }, region: { startLine: 3, endLine: 5, charOffset: 120, charLength: 30 } } }])
  })

  it('keeps fingerprints when an entry moves, and gives different findings different ones', async () => {
    const moved = { ...WRONG_YEAR, input: { ...WRONG_YEAR.input, source: { file: 'refs.bib', line: 90, endLine: 99, start: 4_000, end: 4_030 } } }
    const [before, after] = [await sarif([WRONG_YEAR]), await sarif([moved])]
    expect(after.results[0]?.partialFingerprints).toEqual(before.results[0]?.partialFingerprints)
    const all = (await sarif([...ALL, WRONG_YEAR])).results.map((result) => result.partialFingerprints['citeVerify/v1'])
    expect(new Set(all).size).toBe(all.length)
  })

  it('shows an accepted finding as suppressed', async () => {
    const run = await sarif([WRONG_YEAR], new IgnoreList([{ key: 'smith2019', field: 'year', reason: 'online first' }], '2026-01-01'))
    expect(run.results).toHaveLength(1)
    expect(run.results[0]).toMatchObject({ ruleId: 'cite/year-differs', suppressions: [{ kind: 'external', justification: 'online first' }] })
  })
})

describe('the Markdown report', () => {
  it('is a table of findings', async () => {
    expect(await render((write) => createMarkdownReport(write, 'en'))).toMatchInlineSnapshot(`
      "# Citation check

      9 checked: 2 wrong, 1 retracted or under notice, 1 without a record, 1 duplicated, 3 could not be decided, 1 agree. Next: compare the entries below with their records \\(\`cite-verify fix\` proposes the edits\\); run it again later for what could not be decided \\(answers are kept\\).

      | Where | Key | Result | Field | Cited | Record | Why |
      | --- | --- | --- | --- | --- | --- | --- |
      | refs.bib:9 | chimera | **OTHER WORK** | identifier | A study of rivers | Sorting networks in practice | the identifier belongs to another work |
      |  |  |  | authors | Brook | Kim; Ode | the author lists differ |
      | refs.bib:3 | smith2019 | **WRONG** | year | 2019 | 2021 | the record carries no such year |
      | refs.bib:15 | withdrawn | **NOTICE** | notice |  |  | retraction, 2020-02-01, 10.1000/notice \\(says crossref\\) |
      | refs.bib:21 | typo | **NO RECORD** | existence | 10.1000/typo |  | handle: no such record |
      | refs.bib:45 | again | **DUPLICATE** | duplicate |  |  | same work as fine |
      | refs.bib:27 | later | **NOT DECIDED** | look-up |  |  | crossref: rate\\_limited \\(api.crossref.org answered 429\\) |
      | refs.bib:39 | entry-7 | **UNREADABLE** | INVALID\\_BIBTEX |  |  | the entry that starts here is not closed |
      | refs.bib:33 | book | **NO IDENTIFIER** |  |  |  | Add a DOI. |

      ## Agree with their records (1)

      fine

      - Requests: api.crossref.org 2, doi.org 1.
      "
    `)
  })

  it('shows values as text: no HTML, table cell or link comes out of them', async () => {
    const item = sampleItem('md', { status: 'fail', checks: [{ type: 'metadata-match', field: 'title', status: 'fail', relation: 'differs', cited: 'a | b <img src=x> [c](http://d)', record: '**e** @someone' }] })
    const text = await render((write) => createMarkdownReport(write, 'en'), [item])
    expect(text).toContain('a \\| b &lt;img src=x&gt; \\[c\\]\\(http&#8203;://d\\)')
    expect(text).toContain('\\*\\*e\\*\\* &#64;someone')
  })
})

describe('the rules in plain words', () => {
  const words = (rule: string): string => ruleInWords('en', { type: 'metadata-match', field: 'title', status: 'fail', rule, cited: 'a', record: 'b' })

  it('are the rule\'s own, else its family\'s, else general', () => {
    expect(words('title.word-replaced')).toBe('a word of the title was replaced by another')
    expect(words('title.word-of-a-new-kind')).toBe('the titles differ in some words')
    expect(words('title.some-new-rule')).toBe('the titles differ in their words')
    expect(words('brand.new')).toBe('the record has another value')
  })
})
