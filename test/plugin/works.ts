import type { Registries } from './answers.ts'

/** Invented works under Crossref's test prefix. */
export const WORKS = {
  crossref: {
    '10.5555/bridge.1': { title: 'Load paths in masonry arch bridges', authors: [['Okafor', 'Ada'], ['Lindqvist', 'Per']], year: 2019, venue: 'Journal of Structural Records', pages: '10-19', volume: '4' },
    '10.5555/mortar.2': { title: 'Ageing of lime mortar', authors: [['Sato', 'Mika']], year: 2020, venue: 'Journal of Structural Records', retractedBy: '10.5555/notice.2' },
  },
  pubmed: { 31000001: { title: 'Sleep and recall in shift workers', authors: [['Ramos', 'Lucia']], year: 2018, venue: 'Journal of Rest' } },
  arxiv: { '2401.00001': { title: 'Counting citations twice', authors: [['Duarte', 'Ines']], year: 2024, venue: '' } },
} as const satisfies Registries

export const BRIDGE = {
  doi: '10.5555/bridge.1', title: 'Load paths in masonry arch bridges', authors: ['Okafor, Ada', 'Lindqvist, Per'], year: 2019,
  venue: 'Journal of Structural Records', pages: '10-19', volume: 4,
} as const

export const BRIDGE_ENTRY = '@article{okafor2019,\n  author = {Okafor, Ada and Lindqvist, Per},\n  title = {Load paths in masonry arch bridges},\n  journal = {Journal of Structural Records},\n  year = {2015},\n  pages = {10--19},\n  doi = {10.5555/bridge.1}\n}\n'
