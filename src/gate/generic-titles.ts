/** Titles that stand over many works: finding one of them says nothing. Compared whole, never as a part. The Chinese ones are what journals print over columns and notices. */
export const GENERIC_TITLES: ReadonlySet<string> = new Set([
  'editorial', 'guest editorial', 'editorial comment', 'introduction', 'preface', 'foreword', 'letter', 'letters', 'letter to the editor', 'letters to the editor',
  'reply', 'comment', 'commentary', 'response', 'correspondence', 'book review', 'book reviews', 'review', 'news', 'obituary', 'in memoriam',
  'acknowledgements', 'acknowledgments', 'front matter', 'back matter', 'table of contents', 'abstract', 'abstracts', 'proceedings', 'keynote', 'panel discussion',
  'workshop summary', 'special issue', 'untitled', 'note', 'notes', 'highlights', 'errata', 'erratum', 'corrigendum', 'addendum', 'author correction',
  'publisher correction', 'retraction', 'expression of concern', 'short communication', 'rapid communication', 'brief communication', 'short report', 'brief report',
  'technical report', 'meeting report', 'conference report', 'case report', 'case study', 'research article', 'original article', 'original research', 'short paper',
  'perspective', 'perspectives', 'viewpoint', 'opinion', 'discussion', 'summary', 'conclusion', 'conclusions', 'abstract only', 'supplementary material',
  '社论', '社論', '编者按', '編者按', '编者的话', '编者语', '编后记', '卷首语', '卷首語', '刊首语', '发刊词', '主编寄语', '前言', '序', '序言', '序文', '引言', '导言', '導言', '绪论', '后记', '跋', '代序',
  '目录', '目錄', '目次', '总目录', '书评', '書評', '书讯', '评论', '評論', '述评', '述評', '短评', '点评', '综述', '綜述', '论著', '通讯', '通訊', '来信', '读者来信', '读者来函', '致编辑', '致编辑的信', '编读往来',
  '答复', '回复', '答读者问', '讨论', '討論', '小结', '总结', '结论', '摘要', '会议摘要', '消息', '简讯', '简报', '快讯', '新闻', '动态', '学术动态', '会议纪要', '会议通知', '会议报道', '通知', '公告', '声明', '启事',
  '征稿启事', '征稿简则', '稿约', '投稿须知', '更正', '更正启事', '勘误', '勘誤', '勘误表', '撤稿', '撤稿声明', '撤稿通知', '讣告', '訃告', '悼念', '缅怀', '致谢', '附录', '病例报告', '病例报道', '个案报告', '个案报道',
  '短篇报道', '封面', '封底', '扉页', '特刊', '专刊', '增刊', '专题', '专题讨论', '笔谈', '无题', '文摘', '补充材料', '观点', '争鸣',
])
