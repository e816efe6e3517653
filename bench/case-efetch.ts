import type { PubmedRecord } from './case.ts'

const escape = (value: unknown): string => String(value ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const element = (name: string, value: unknown): string => (value === undefined || value === '' ? '' : `<${name}>${escape(value)}</${name}>`)

/** A PubmedArticleSet with what the esummary documents say, in efetch's shape (NLM DTD, January 2025). Titles keep their markup escaped. */
export function efetchXml(records: readonly PubmedRecord[]): string {
  return `<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n<PubmedArticleSet>${records.map(article).join('\n')}</PubmedArticleSet>`
}

function article(record: PubmedRecord): string {
  const [year = '', month, day] = String(record.pubdate ?? '').split(' ')
  const authors = (record.authors as { name: string; authtype?: string }[] | undefined ?? []).map((author) => {
    if (author.authtype === 'CollectiveName') return `<Author ValidYN="Y">${element('CollectiveName', author.name)}</Author>`
    const parts = /^(.*?) ([A-Z]{1,4})(?: (Jr|Sr|2nd|3rd))?$/.exec(author.name)
    return `<Author ValidYN="Y">${element('LastName', parts?.[1] ?? author.name)}${element('Initials', parts?.[2])}${element('Suffix', parts?.[3])}</Author>`
  })
  const ids = (record.articleids ?? []).map((id) => `<ArticleId IdType="${escape(id.idtype)}">${escape(id.value)}</ArticleId>`).join('')
  const types = (record.pubtype as string[] | undefined ?? ['Journal Article']).map((type) => element('PublicationType', type)).join('')
  const comments = (record.comments ?? []).map((c) => `<CommentsCorrections RefType="${escape(c.refType)}">${element('RefSource', c.source)}${element('PMID', c.pmid)}</CommentsCorrections>`).join('')
  return `<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">${record.uid}</PMID><Article PubModel="Print"><Journal>${element('ISSN', record.issn)}<JournalIssue CitedMedium="Print">${element('Volume', record.volume)}${element('Issue', record.issue)}<PubDate>${element('Year', year)}${element('Month', month)}${element('Day', day)}</PubDate></JournalIssue>${element('Title', record.fulljournalname)}${element('ISOAbbreviation', record.source)}</Journal>${element('ArticleTitle', record.title)}<Pagination>${element('MedlinePgn', record.pages)}</Pagination><AuthorList CompleteYN="Y">${authors.join('')}</AuthorList><PublicationTypeList>${types}</PublicationTypeList></Article><MedlineJournalInfo>${element('MedlineTA', record.source)}</MedlineJournalInfo>${comments ? `<CommentsCorrectionsList>${comments}</CommentsCorrectionsList>` : ''}</MedlineCitation><PubmedData><ArticleIdList>${ids}</ArticleIdList></PubmedData></PubmedArticle>`
}
