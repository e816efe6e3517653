import type { MessageTable } from './message.ts'

/**
 * What a person should do about a Chinese citation that no machine could settle. Outside the two refutations (doi-refuted,
 * title-mismatch) a text never doubts the citation and says that it waits for a person.
 */
export const CHINESE_MESSAGES = {
  'chinese.action.doi-refuted.istic': {
    en: 'This DOI is nowhere in the DOI system: doi.org has no metadata for it and the Handle System says that it does not exist. Its prefix answers only for registered DOIs, so the identifier is mistyped or was never a DOI. Check it with the journal, then correct or remove it.',
    zh: '该 DOI 在 DOI 系统中不存在：doi.org 没有其元数据，Handle 系统明确答复不存在。该前缀只对已注册的 DOI 应答，因此该标识符录入有误，或从来不是有效的 DOI。请向期刊核对后更正或删除。',
  },
  'chinese.action.doi-refuted.cnki': {
    en: 'This DOI is nowhere in the DOI system: the Handle System says that it does not exist. Its prefix answers only for registered DOIs, so the identifier is mistyped or was never a DOI. Check it with the journal, then correct or remove it.',
    zh: '该 DOI 在 DOI 系统中不存在：Handle 系统明确答复不存在。该前缀只对已注册的 DOI 应答，因此该标识符录入有误，或从来不是有效的 DOI。请向期刊核对后更正或删除。',
  },
  'chinese.action.title-mismatch': {
    en: 'This DOI belongs to another title than the one cited: {title}. One of the two is wrong, as when parts of several works are put together. Check the identifier, then correct or remove it.',
    zh: '该 DOI 对应的题名与所引题名不同：{title}。两者必有一误，例如由几篇文献的信息拼合而成。请核对标识符后更正或删除。',
  },
  'chinese.action.title-unverifiable.cnki': {
    en: 'Pending human check: the DOI is registered with CNKI, which offers no title that a machine may read. Open the link and compare the title. This is no finding about the citation.',
    zh: '待人工核查：该 DOI 在 CNKI 注册，但其未提供可机读的题名。请打开链接核对题名。这不是对引文真伪的判断。',
  },
  'chinese.action.title-unverifiable.istic': {
    en: 'Pending human check: the DOI has a record, but the two titles are not both Chinese originals that can be compared. Open the link and compare the title. This is no finding about the citation.',
    zh: '待人工核查：该 DOI 有记录，但两个题名并非都是可比对的中文原题名。请打开链接核对题名。这不是对引文真伪的判断。',
  },
  'chinese.action.title-unverifiable.no-record': {
    en: 'Pending human check: the DOI is registered with ISTIC, but doi.org gave no record of it. Open the link and compare the title. This is no finding about the citation.',
    zh: '待人工核查：该 DOI 在 ISTIC 注册，但 doi.org 没有给出其记录。请打开链接核对题名。这不是对引文真伪的判断。',
  },
  'chinese.action.ra-unresolved': {
    en: 'Pending human check: the registration agency of the DOI could not be established, and a cited DOI is not replaced by journal, volume and page. Check the DOI by hand.',
    zh: '待人工核查：无法确定该 DOI 的注册机构；已引用的 DOI 不会以刊名、卷、页代替查询。请人工核对该 DOI。',
  },
  'chinese.action.ra-out-of-scope': {
    en: 'Pending human check: the DOI is registered with {agency}, outside ISTIC and CNKI; it belongs to the check of that agency and is not replaced by journal, volume and page.',
    zh: '待人工核查：该 DOI 由 {agency} 注册，不属于 ISTIC 或 CNKI；应由该机构对应的核查处理，不会以刊名、卷、页代替查询。',
  },
  'chinese.action.candidate.conflict': {
    en: 'Pending human check: PubMed has one record at these coordinates, but it differs in {fields}. It is a candidate only; compare it with the Chinese title.',
    zh: '待人工核查：PubMed 在该卷页处有一条记录，但 {fields} 不同。它只是候选记录，请与中文题名核对。',
  },
  'chinese.action.candidate.no-doi': {
    en: 'Pending human check: PubMed has one record at these coordinates, without a DOI that could lead to the Chinese title. It is a candidate only; compare it with the Chinese title.',
    zh: '待人工核查：PubMed 在该卷页处有一条记录，但没有可通向中文题名的 DOI。它只是候选记录，请与中文题名核对。',
  },
  'chinese.action.candidate.title': {
    en: 'Pending human check: PubMed has one record at these coordinates, but the Chinese title that its DOI leads to is missing or not exactly the cited one. It is a candidate only; compare the titles.',
    zh: '待人工核查：PubMed 在该卷页处有一条记录，但其 DOI 对应的中文题名缺失或与所引题名不完全一致。它只是候选记录，请核对题名。',
  },
  'chinese.action.candidate.cnki': {
    en: 'Pending human check: PubMed has one record at these coordinates; its DOI is registered with CNKI, which offers no title that a machine may read. It is a candidate only; compare the Chinese title.',
    zh: '待人工核查：PubMed 在该卷页处有一条记录，其 DOI 在 CNKI 注册，没有可机读的题名。它只是候选记录，请核对中文题名。',
  },
  'chinese.action.candidate.agency': {
    en: 'Pending human check: PubMed has one record at these coordinates; the agency of its DOI ({agency}) gives no Chinese title. It is a candidate only; compare the Chinese title.',
    zh: '待人工核查：PubMed 在该卷页处有一条记录，其 DOI 的注册机构（{agency}）不提供中文题名。它只是候选记录，请核对中文题名。',
  },
  'chinese.action.miss.volume_page': {
    en: 'Pending human check: PubMed indexes the journal but has nothing at the cited volume and page. Its indexing is selective; check the journal\'s own site.',
    zh: '待人工核查：PubMed 收录该刊，但在所引卷、页处没有记录。其收录是选择性的，请在该刊网站核对。',
  },
  'chinese.action.miss.author_year': {
    en: 'Pending human check: PubMed indexes the journal but has nothing of the cited first author in that year. Its indexing is selective; check the journal\'s own site.',
    zh: '待人工核查：PubMed 收录该刊，但没有所引第一作者当年的记录。其收录是选择性的，请在该刊网站核对。',
  },
  'chinese.action.ambiguous': {
    en: 'Pending human check: PubMed has {count} records at these coordinates; none of them was taken for the cited work.',
    zh: '待人工核查：PubMed 在该卷页处有 {count} 条记录；未将其中任何一条认作所引文献。',
  },
  'chinese.action.insufficient': {
    en: 'Pending human check: without a DOI, PubMed needs volume and first page, or the first author in pinyin and the year. Nothing was asked; check by hand.',
    zh: '待人工核查：没有 DOI 时，PubMed 查询需要卷号和起始页，或第一作者拼音和年份。未作查询，请人工核对。',
  },
  'chinese.action.not-indexed': {
    en: 'Pending human check: PubMed has no record of this journal, so finding nothing there would say nothing. Check by hand.',
    zh: '待人工核查：PubMed 没有该刊的记录，查不到并不说明问题。请人工核对。',
  },
  'chinese.action.no-mapping': {
    en: 'Pending human check: the journal is not in the table of Chinese journals that PubMed indexes. That is a gap of the table and says nothing about the citation. Check by hand.',
    zh: '待人工核查：该刊不在 PubMed 收录中文期刊的对照表中。这是对照表的缺口，与引文本身无关。请人工核对。',
  },
  'chinese.action.no-journal': {
    en: 'Pending human check: no journal is cited (a book, a thesis, a report), so there is no open index that could be asked. That says nothing about the citation. Check by hand.',
    zh: '待人工核查：所引不是期刊文章（图书、学位论文、报告等），没有可查询的开放索引。这不说明引文本身有任何问题。请人工核对。',
  },
  'chinese.label.issn': { en: 'journal ISSN', zh: '期刊 ISSN' },
  'chinese.label.volume': { en: 'volume', zh: '卷号' },
  'chinese.label.page': { en: 'first page', zh: '起始页' },
  'chinese.label.year': { en: 'year', zh: '年份' },
  'chinese.label.unknown-agency': { en: 'not known', zh: '未知' },
} as const satisfies MessageTable
