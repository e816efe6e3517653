import { describe, expect, it } from 'vitest'
import { DETAIL_ROWS, detailIn } from '../../src/messages/details.ts'
import { quoted } from '../../src/messages/quoted.ts'

/** What the levels below say, one for each row at least; a name in angle quotes is a value that stays. */
const DETAILS = [
  'only cited: Meyer, A.; Li, B.', 'only in the record: Sun, Q.', 'only cited: Meyer, A. | only in the record: Sun, Q.', 'record: 1999, 2000', 'cited: water; record: air', 'cited: water', 'record: air',
  'the check digit does not fit', 'one title is in another script', 'asked: crossref, handle', 'the record gives no volume, and the pages cited with this one are not its pages',
  ...['retraction', 'withdrawal', 'removal', 'partial retraction', 'expression of concern', 'correction', 'reinstatement'].map((type) => `${type}, 2012-05-01, 10.1000/n, source: crossref`),
  'retraction, source: title', ...['after', 'before', 'in'].map((when) => `retraction, 2012-05-01, source: crossref, ${when} the cited year 2010`),
  'crossref has "2001"', 'the registry has "2001"', 'the registries gave no definite answer', 'PubMed coordinates need mailto', 'doi cannot be read: 11.1/x',
  'OpenAlex has another title for this DOI: "A"', 'OpenAlex has a record of this DOI; the registry that is responsible for it gave none', 'the second opinion could not be asked (rate_limited: api.openalex.org: too many requests (429))', 'doi "11.1/x" is not a well-formed DOI and was not looked up',
  'the identifier names another work than the one cited; its data were not taken over', 'several works match the cited title: 10.1/a, 10.1/b', 'the identifiers of this entry name different works; nothing is changed before that is settled',
  'it is not certain that the record is the work cited; title and authors are not changed', 'year differs, but stands in another entry (crossref, xdata) and is not changed here', 'year differs from what pubmed has ("2001"); the record of crossref does not settle it',
  ...['the record has no value of its own', 'the record does not list all authors', 'the record names several places', 'the record has several ISBNs, one for each form of the book', 'the record has no date of publication'].map((why) => `isbn differs, but is not changed: ${why}`),
  'year: the sources disagree, crossref has "2020", pubmed has "2021"', 'year is not changed: the sources disagree',
  'the search for candidates failed (crossref rate_limited: api.crossref.org: too many requests (429); openalex unavailable: api.openalex.org: answered 503)',
  'STORE_ERROR: 3 of 20 findings have no evidence record: EROFS',
  'this is no evidence store', 'layout 7.0.0 is not known', 'the store cannot be read: ENOTDIR',
  'researchEvidence is mounted but has a shape that is not known here; evidence went to the own store',
  'offline', 'cancelled', 'not asked', 'no stored answer', 'not asked: the DOI holds text that is not Unicode', ...['journal', 'volume', 'page', 'author', 'year'].map((what) => `not asked: the cited ${what} cannot stand in a PubMed query`),
  'eutils.ncbi.nlm.nih.gov: not asked, PubMed coordinates need a mail address (mailto)', 'not asked: doi.org is not meant for this question', 'not asked: a url that cannot be read',
  'api.crossref.org: too many requests (429)', 'doi.org: answered 503', 'doi.org: answered 429 and asked to wait 20 s', 'doi.org: asked for a pause of 7 s', 'doi.org: no answer within 400 ms', 'doi.org: timed out (ETIMEDOUT)',
  'doi.org: the TLS certificate is not trusted (CERT_X); behind a proxy that opens TLS, set NODE_EXTRA_CA_CERTS', 'doi.org: the name could not be resolved (ENOTFOUND)', 'doi.org: the body contradicts its content-encoding (Z_BUF_ERROR)', 'doi.org: the answer is not valid HTTP (HPE_X)',
  'doi.org: the connection was closed before an answer (ECONNRESET)', 'doi.org: the body was cut off (ECONNRESET)', 'doi.org: the connection failed while connecting', 'doi.org: the connection failed while reading the body (EX)',
  'doi.org: redirects to hdl.handle.net, which is not meant for this question', 'doi.org: redirects to http: instead of https:', 'doi.org: redirects to a url with a user name', 'doi.org: redirects to a url that cannot be read', 'doi.org: redirects to port 8000', 'doi.org: redirects to 192.0.2.7, which is not on the allowlist', 'doi.org: redirects to a part of www.ncbi.nlm.nih.gov that is not on the allowlist',
  'doi.org: redirects a POST to x.org', 'doi.org: redirects a POST with 303', 'doi.org: more than 3 redirects', 'doi.org: the answer came from another place than the one asked', 'doi.org: the body is larger than 2097152 bytes', 'doi.org: the body is shorter than its content-length', 'doi.org: the content-length is not a number of bytes',
  'doi.org: the answer (200) is not a CSL record', 'doi.org: the answer (400) holds no work: Bad request', 'doi.org: the body is not JSON', 'doi.org: the record\'s date is no CSL date', 'doi.org: the answer has an unexpected shape', 'doi.org: an author of the record is no name', 'doi.org: a 404 that is not DataCite\'s own', 'doi.org: two rows for the prefix 10.1',
  'hdl.handle.net: the Handle System answered with code 200', 'export.arxiv.org: arXiv refused the request (400): incorrect id', 'crossref: the record of 10.1/x holds text that is not Unicode', 'eutils.ncbi.nlm.nih.gov: PubMed found the record and cannot summarise it',
  'a.bib was read as GB18030 (guessed from its byte pairs)', 'a.bib was read as UTF-16 LE (by its byte order mark)', 'a.bib was read as UTF-16 BE (guessed from its zero bytes)', 'a.bib was read as Latin-1 (Windows-1252) (it is not valid UTF-8)', 'a.bib is 120 MB; files over 100 MB are not read', 'a.bib is a binary file, not a bibliography or a text', 'a.bib has a byte order mark of UTF-16 LE but is not valid UTF-16 LE',
  'a.json is JSON, but not CSL-JSON: no item has a title, an identifier or authors', 'a.json is not valid JSON: Unexpected token', 'cannot read a.bib: EACCES', 'standard input is over 100 MB', '"x y" is no DOI, PMID, PMCID or arXiv identifier', '"x" is no DOI, PMID, PMCID, arXiv identifier, BibTeX entry or reference after GB/T 7714',
  'could not be compared, a fault of this program (TypeError)',
  'This Zotero can be read; writing came with Zotero 10. Until then use import files.', 'Zotero can be read and, after its own dialog, written to.', 'Start Zotero, or use import files.', 'Something answers on that port as Zotero does not; check zotero.baseUrl.', 'Zotero runs but its local API did not answer.', 'The local API came with Zotero 7; update Zotero, or use import files.', 'Switch it on in Zotero: Settings > Advanced.',
  'author is longer than 150000 characters and is not read',
  'item 3 has no title, identifier or authors', 'the doi field names several DOIs; the first one (10.1/x) is checked', 'named again on line 4, 9', 'line 7: the entry has no key', 'the entry x, from which this one inherits, is not in the file', 'the entry could not be read', 'line 7: the entry is cut off after its key',
  'line 7: no comma after the key x', 'line 7: no opening brace after @book', 'line 7: no = after "x"', 'line 7: a field name was expected, not "the end"', 'line 7: a field name was expected, not "}"', 'line 7: the value of title swallows @book{b: its closing brace is missing', 'line 7: the value of title is missing', 'line 7: the value of title is not closed; it swallows @book{b', 'line 7: the value of title is not closed',
  'line 7: a comma or the closing brace was expected after title, not the end of the file', 'line 7: a comma or the closing parenthesis was expected, not the next entry', 'field year is given twice; the first one counts', 'line 4: the macro nothing of field title is not defined', 'unknown LaTeX \\foo was left out', 'author cannot be split into people (too many commas in one name) and is not compared',
  'author: people are not separated by " and " with spaces around it', 'author: people are separated by semicolons instead of "and"', 'author: people are separated by commas instead of "and"', 'accepted by the ignore file (year): print edition',
  'the item is empty', 'bibtex holds no entry', 'bibtex holds 2 entries; give one, or call cite_batch with one entry per item', 'give bibtex or citation, not both', 'give at least one of doi, pmid, arxiv, bibtex, citation, or the title with what else is cited', 'citation is not one reference after GB/T 7714: a type mark such as [J], [M] or [EB/OL] must follow the title',
  'arxiv "24.1" is not of the form 2401.00001 or hep-th/9901001', 'citations is empty', '9 citations; at most 2 in one call (maxBatch)', 'the citation gave no item', 'no bibtex was given: the entry was written from the given fields', 'not used, since the entry\'s own fields are corrected: title, year', 'INVALID_BIBTEX: line 7: the entry has no key',
]

describe('details of the levels below', () => {
  it.each(DETAILS)('%s', (detail) => {
    expect(detailIn('en', detail)).toBe(detail)
    const zh = detailIn('zh', detail)
    expect(zh).toMatch(/\p{Script=Han}/u)
    expect(zh.replace(/"[^"]*"|@\w+\{?\w*|print edition/g, '')).not.toMatch(/(?:\b[a-z]+ ){2,}[a-z]+/)
    expect(zh).not.toMatch(/\$\d|undefined/)
  })

  it('are met by every row of the table', () => {
    const parts = (text: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(text)) return seen
      seen.add(text)
      for (const [pattern] of DETAIL_ROWS) {
        const found = pattern.exec(text)
        if (found) { for (const group of found.slice(1)) if (group) parts(group, seen); break }
      }
      return seen
    }
    const all = [...new Set(DETAILS.flatMap((detail) => [...parts(detail)]))]
    const first = (text: string): RegExp | undefined => DETAIL_ROWS.find(([pattern]) => pattern.test(text))?.[0]
    const met = new Set(all.map(first))
    expect(DETAIL_ROWS.map(([pattern]) => pattern).filter((pattern) => !met.has(pattern)).map(String)).toEqual([])
  })

  it('stay as they are where no row knows them, however long they are', () => {
    for (const text of ['a remark of another kind entirely', ...['only cited: ', 'cited: ', 'a'.repeat(50), 'retraction, '].map((start) => start + 'x; record: '.repeat(1_000))]) expect(detailIn('zh', text)).toBe(text)
  })
})

describe('a quoted value', () => {
  it('is one line without control or format characters, cut to length', () => {
    expect(quoted('A\u202e\n"B"')).toBe('"A \\"B\\""')
    expect([...quoted('长'.repeat(200), 10)]).toHaveLength(12)
  })
})
