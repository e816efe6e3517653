import { serveRecords } from './record-world.ts'
import { json, type ProviderServer } from './tls-provider-server.ts'

export const TITLE = '回环网络诊断方法的研究'
const csl = (doi: string, title: string) => ({ DOI: doi, type: 'article-journal', title, 'container-title': '回环研究杂志', volume: '12', issue: '3', page: '345', issued: { 'date-parts': [[2023]] } })

/** Registries that hold a few invented works of ISTIC and CNKI, and a PubMed that has the journal but nothing at the cited place. */
export function serveChinese(server: ProviderServer): void {
  serveRecords(server, {
    records: { csl: [csl('10.3760/loop.2023.01', TITLE), csl('10.3760/loop.2023.02', TITLE), csl('10.3760/loop(2023)<3>', TITLE)] },
    absent: ['10.3760/loop.2023.99'],
    registered: { '10.13209/loop.2023.03': 'CNKI', '10.13209/loop(2023)<4>': 'CNKI' },
  })
  server.on('eutils.ncbi.nlm.nih.gov', ({ url }) => {
    const covers = url.searchParams.get('retmax') === '1'
    return json({ esearchresult: covers ? { count: '9', retmax: '1', retstart: '0', idlist: ['31000001'] } : { count: '0', retmax: '0', retstart: '0', idlist: [] } })
  })
}

const entry = (key: string, doi: string, title = TITLE): string => `@article{${key},\n  title = {${title}},\n  author = {张三 and 李四},\n  journal = {回环研究杂志},\n  year = {2023},\n  volume = {12},\n  number = {3},\n  pages = {345-351},\n  doi = {${doi}}\n}\n`

/** One citation for each way that a list of Chinese references goes: right, other title, refuted, CNKI, journal that PubMed has, journal that nobody has. */
export const BIBLIOGRAPHY = [
  `@article{unmapped,\n  title = {另一研究},\n  author = {赵六},\n  journal = {回环研究杂志},\n  year = {2023},\n  volume = {1},\n  pages = {1}\n}\n`,
  entry('right', '10.3760/loop.2023.01'),
  entry('cnki', '10.13209/loop(2023)<4>'),
  `@article{indexed,\n  title = {又一研究},\n  author = {王五},\n  journal = {中华医学杂志},\n  year = {2023},\n  volume = {103},\n  number = {48},\n  pages = {3967-3971}\n}\n`,
  entry('refuted', '10.3760/loop.2023.99'),
  entry('othertitle', '10.3760/loop.2023.02', '另一个完全不同的题目'),
].join('\n')

/** The same works as a list after GB/T 7714, as it stands in a manuscript. */
export const REFERENCES = [
  '参考文献',
  `[1] 张三, 李四, 等. ${TITLE}[J]. 回环研究杂志, 2023, 12(3): 345-351. DOI:10.3760/loop.2023.01.`,
  `［2］张三，李四．${TITLE}［J］．回环研究杂志，2023，12（3）：345～351．DOI：10.13209/loop.2023.03．`,
  '[3] 王五. 又一研究[J]. 中华医学杂志, 2023, 103(48): 3967-3971.',
  '[4] 赵六. 回环测量的若干问题[D]. 北京: 示例大学, 2021.',
  '[5] 孙七. 回环导论[M]. 北京: 示例出版社, 2019: 20-25.',
].join('\n')
