import { oneLine, type ExportItem } from './export-item.ts'
import { zoteroField } from './item-fields.ts'
import type { Creator } from './item.ts'

const CLASSES: Readonly<Record<string, string>> = {
  journalArticle: 'bib:Article', magazineArticle: 'bib:Article', newspaperArticle: 'bib:Article', book: 'bib:Book', bookSection: 'bib:BookSection', thesis: 'bib:Thesis', report: 'bib:Report',
  patent: 'bib:Patent', manuscript: 'bib:Manuscript', webpage: 'bib:Document', document: 'bib:Document',
}
const CONTAINERS: Readonly<Record<string, string>> = { journalArticle: 'bib:Journal', magazineArticle: 'bib:Periodical', newspaperArticle: 'bib:Newspaper', bookSection: 'bib:Book', encyclopediaArticle: 'bib:Book', dictionaryEntry: 'bib:Book', conferencePaper: 'bib:Journal' }

/** Zotero RDF: the one format that keeps both the type of a preprint and the tags. */
export function exportRdf(items: readonly ExportItem[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/" xmlns:vcard="http://nwalsh.com/rdf/vCard#">
${items.map(description).join('')}</rdf:RDF>
`
}

function description(item: ExportItem): string {
  const { values, itemType, key } = item
  const container = values.venue === undefined ? undefined : CONTAINERS[itemType]
  const tag = CLASSES[itemType] ?? 'rdf:Description'
  const lines = [
    element('z:itemType', itemType),
    ...(container === undefined ? [] : [`<dcterms:isPartOf rdf:resource="#container_${key}"/>`]),
    ...(values.publisher === undefined || itemType.endsWith('Article') ? [] : [`<dc:publisher><foaf:Organization>${element('foaf:name', values.publisher)}</foaf:Organization></dc:publisher>`]),
    people('bib:authors', item.creators.filter((creator) => creator.creatorType === 'author')),
    people('bib:editors', item.creators.filter((creator) => creator.creatorType === 'editor')),
    ...item.tags.map((text) => element('dc:subject', text)),
    element('dc:title', values.title), element('dcterms:abstract', values.abstract), element('dc:date', values.year), element('z:language', values.language), element('bib:pages', values.pages),
    ...(zoteroField('number', itemType) === undefined ? [] : [element('prism:number', values.number)]),
    ...(itemType === 'conferencePaper' && values.event !== undefined ? [`<bib:presentedAt><bib:Conference>${element('dc:title', values.event)}</bib:Conference></bib:presentedAt>`] : []),
    ...(values.url === undefined ? [] : [`<dc:identifier><dcterms:URI>${element('rdf:value', values.url)}</dcterms:URI></dc:identifier>`]),
    element('dc:identifier', values.doi === undefined ? undefined : `DOI ${values.doi}`),
    ...(container === undefined ? [element('dc:identifier', values.isbn === undefined ? undefined : `ISBN ${values.isbn}`)] : []),
  ].filter((line) => line !== '')
  const part = container === undefined ? '' : `  <${container} rdf:about="#container_${key}">\n${[
    element('dc:title', values.venue), element('dcterms:alternative', values.short_venue), element('prism:volume', values.volume), element('prism:number', values.issue),
    element('dc:identifier', values.issn === undefined ? values.isbn === undefined ? undefined : `ISBN ${values.isbn}` : `ISSN ${values.issn}`),
  ].filter((line) => line !== '').map((line) => `    ${line}\n`).join('')}  </${container}>\n`
  return `  <${tag} rdf:about="#item_${key}">\n${lines.map((line) => `    ${line}\n`).join('')}  </${tag}>\n${part}`
}

function element(name: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : `<${name}>${xml(value)}</${name}>`
}

function people(name: string, creators: readonly Creator[]): string {
  if (creators.length === 0) return ''
  const person = (creator: Creator): string => `<rdf:li><foaf:Person>${element('foaf:surname', creator.name ?? creator.lastName)}${element('foaf:givenName', creator.firstName)}</foaf:Person></rdf:li>`
  return `<${name}><rdf:Seq>${creators.map(person).join('')}</rdf:Seq></${name}>`
}

function xml(text: string): string {
  return oneLine(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] as string)
}
