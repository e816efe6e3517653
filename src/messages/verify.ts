import type { MessageTable } from './message.ts'

/** One line per item: what the reader should do now. */
export const VERIFY_MESSAGES = {
  'next.invalid': {
    en: 'The entry could not be read ({detail}); mend it and check again.',
    zh: '无法读取该条目（{detail}）；请修正后重新核查。',
  },
  'next.other-work': {
    en: 'The identifier belongs to another work, {title}; find the identifier of the work that is meant.',
    zh: '该标识符属于另一篇文献 {title}；请查找所引文献自己的标识符。',
  },
  'next.not-found': {
    en: 'No record: {asked} answered and none knows this identifier. Check it for a typing error; this alone says nothing about whether the work exists.',
    zh: '未查到记录：{asked} 均已应答，但都没有该标识符。请检查是否有录入错误；仅凭这一点不能判断文献是否存在。',
  },
  'next.lookup-error': {
    en: 'Could not be decided: {failures}. Call again later; what was already answered is cached.',
    zh: '无法判定：{failures}。请稍后重试；已得到的答复已缓存。',
  },
  'next.partly-undecided': {
    en: 'Partly decided: {failures}. Call again later to complete it.',
    zh: '仅部分判定：{failures}。请稍后重试以补全。',
  },
  'next.retracted': {
    en: 'The record carries a notice ({type}{date}); read it before citing this work.',
    zh: '该记录带有编辑声明（{type}{date}）；引用前请先阅读。',
  },
  'next.differs': {
    en: 'Compare {fields} with the record; cite_fix proposes the edits.',
    zh: '请将 {fields} 与记录核对；cite_fix 可给出修改建议。',
  },
  'next.fault': {
    en: 'Compare {fields} by hand: the comparison broke down here, which is a fault of this program worth reporting.',
    zh: '请人工核对 {fields}：此处比对出错，属本程序的缺陷，欢迎报告。',
  },
  'next.duplicate': {
    en: 'The same work is already cited as {key}; keep one entry.',
    zh: '同一文献已以 {key} 引用；请只保留一条。',
  },
  'next.versions-disagree': {
    en: 'The identifiers of this citation name different works; keep the one that is meant.',
    zh: '该引文的多个标识符指向不同的文献；请保留正确的一个。',
  },
  'next.no-identifier': {
    en: 'No identifier, so nothing was looked up; add a DOI, PMID or arXiv id.',
    zh: '没有标识符，因此未作查询；请补充 DOI、PMID 或 arXiv 编号。',
  },
  'next.unreadable': {
    en: 'The {kind} {value} cannot be read, so it was not looked up; correct it and check again.',
    zh: '{kind} {value} 无法识别，因此未作查询；请更正后重新核查。',
  },
  'next.no-candidates': {
    en: 'No identifier, so nothing was verified; a search by title found no candidate. Add a DOI, PMID or arXiv id.',
    zh: '没有标识符，因此未作核验；按标题检索未得到候选记录。请补充 DOI、PMID 或 arXiv 编号。',
  },
  'next.suggested': {
    en: 'No identifier, so nothing was verified; a search found candidates, the first is {identifier}. Check it and cite it if it is the one.',
    zh: '没有标识符，因此未作核验；检索到候选记录，第一条为 {identifier}。请核对，确认后再引用。',
  },
  'next.no-metadata': {
    en: 'The identifier is registered ({agency}), but no field could be compared with a record; compare them by hand.',
    zh: '该标识符已注册（{agency}），但没有字段能与记录比对；请人工核对。',
  },
  'next.exists': {
    en: 'The identifier exists; no fields were given to compare.',
    zh: '该标识符存在；没有给出可比对的字段。',
  },
  'verify.needs-mailto': {
    en: 'No mailto is configured, so PubMed could not be asked by journal, volume and page; that leaves {count} Chinese citation(s) without identifier undecided.',
    zh: '未配置 mailto，因此无法按刊名、卷和页向 PubMed 查询；{count} 条没有标识符的中文引文因此未能判定。',
  },
  'verify.zotero-unread': {
    en: 'The local Zotero library could not be read ({code}); nothing is marked as already there.',
    zh: '无法读取本地 Zotero 文库（{code}）；因此没有条目被标记为已在库中。',
  },
  'next.checklist': {
    en: 'Checklist {priority}, {code}: {action}',
    zh: '核查清单 {priority}，{code}：{action}',
  },
  'next.refuted': {
    en: 'The registry contradicts the citation ({priority}, {code}): {action}',
    zh: '注册机构的答复与引文相矛盾（{priority}，{code}）：{action}',
  },
  'next.ok': {
    en: 'Nothing to do: the record agrees with every field that was compared.',
    zh: '无需处理：记录与所有已比对的字段一致。',
  },
} as const satisfies MessageTable
