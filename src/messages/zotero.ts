import type { MessageTable } from './message.ts'

/** Texts of the Zotero bridge. Statuses, codes, bases and field names are codes and stay as they are; the report's headings too. */
export const ZOTERO_MESSAGES = {
  'zotero.report.registry': {
    en: 'Crossref verified means that the metadata agrees with the DOI registration. It is registry metadata, not human verification: every imported record still needs review.',
    zh: '“Crossref verified” 表示元数据与 DOI 注册信息一致。这是注册机构的元数据，并非人工核验：每条导入的记录仍需人工复核。',
  },
  'zotero.report.none': { en: 'none', zh: '无' },
  'zotero.report.duplicate': { en: 'the same work as record {kept} ({basis})', zh: '与第 {kept} 条为同一文献（{basis}）' },
  'zotero.report.loss.tags': { en: 'tags are not carried: Zotero ignores `keyword` on import; use the RIS or BibTeX file for tags', zh: '不带标签：Zotero 导入时忽略 `keyword`；需要标签请用 RIS 或 BibTeX 文件' },
  'zotero.report.loss.type': { en: 'record {index}: {from} becomes {to} on import', zh: '第 {index} 条：导入后 {from} 变为 {to}' },
  'zotero.report.loss.split': { en: 'record {index}: the tag "{tag}" is split on import', zh: '第 {index} 条：标签“{tag}”导入时会被拆分' },
  'zotero.report.loss.day': { en: 'record {index}: the day of the date is not carried', zh: '第 {index} 条：日期不含具体日' },
  'zotero.report.loss.sign': { en: 'record {index}: a backslash or tilde is replaced by a look-alike', zh: '第 {index} 条：反斜杠或波浪号以形近字符代替' },
  'zotero.report.how': {
    en: 'In Zotero: File > Import…, choose one of the files, import into a new collection, then filter by the tag that ends in needs-review. Use the RIS (or .bib) file for tags; CSL-JSON keeps preprints and structured names but loses tags. Look at Duplicate Items afterwards.',
    zh: '在 Zotero 中：文件 > 导入…，选择其中一个文件，导入到新的分类，再按以 needs-review 结尾的标签筛选。需要标签请用 RIS（或 .bib）文件；CSL-JSON 保留预印本类型和结构化姓名，但不带标签。导入后请查看“重复条目”。',
  },
} as const satisfies MessageTable
