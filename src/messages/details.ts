import type { Language } from './message.ts'

/**
 * The Chinese of details and remarks that the levels below write in English: what a comparison adds to its relation, why a look-up
 * failed, what a parser noticed. They are part of evidence records and of replayed checks, so that they are the same in every language
 * where they are made and are turned into the reader's language only where they are shown. In a text `$1` is the group as it is, `$1*` the
 * group in Chinese. The first row that fits counts.
 */
export const DETAIL_ROWS: readonly (readonly [pattern: RegExp, zh: string])[] = [
  // compare
  [/^(only cited: .*) \| (only in the record: .*)$/s, '$1*；$2*'],
  [/^only cited: (.*)$/s, '仅引文有：$1'],
  [/^only in the record: (.*)$/s, '仅记录有：$1'],
  [/^record: (\d[\d, ]*)$/, '记录：$1'],
  [/^cited: (.*); record: (.*)$/s, '引文：$1；记录：$2'],
  [/^cited: (.*)$/s, '引文：$1'],
  [/^record: (.*)$/s, '记录：$1'],
  [/^the check digit does not fit$/, '校验位不符'],
  [/^one title is in another script$/, '其中一个题名使用另一种文字'],
  // verify
  [/^asked: (.*)$/s, '已查询：$1'],
  [/^the record gives no volume, and the pages cited with this one are not its pages$/, '记录没有卷号，且所引页码与记录的页码不符'],
  [/^(.+?), source: ([\w-]+)(?:, (after|before|in) the cited year (\d+))?$/s, '$1*，来源：$2$3*$4'],
  [/^after$/, '，晚于所引年份 '],
  [/^before$/, '，早于所引年份 '],
  [/^in$/, '，与所引年份相同 '],
  [/^(retraction|withdrawal|removal|partial retraction|expression of concern|correction|reinstatement)(, .*)$/s, '$1*$2'],
  [/^retraction$/, '撤稿'], [/^withdrawal$/, '撤回'], [/^removal$/, '移除'], [/^partial retraction$/, '部分撤稿'],
  [/^expression of concern$/, '关注声明'], [/^correction$/, '更正'], [/^reinstatement$/, '恢复'],
  [/^([\w-]+|the registry) has (".*")$/s, '$1* 的记录为 $2'],
  [/^the registry$/, '注册机构'],
  [/^the registries gave no definite answer$/, '各注册机构未给出明确答复'],
  [/^PubMed coordinates need (\w+)$/, '按刊名、卷、页查询 PubMed 需要配置 $1'],
  [/^(\w+) cannot be read: (.*)$/s, '$1 无法识别：$2'],
  [/^OpenAlex has another title for this DOI: (".*")$/s, 'OpenAlex 对该 DOI 记录的题名不同：$1'],
  [/^OpenAlex has a record of this DOI; the registry that is responsible for it gave none$/, 'OpenAlex 有该 DOI 的记录，而负责该 DOI 的注册机构没有给出记录'],
  [/^(\d+) of (\d+) findings have no evidence record: (.*)$/s, '$2 条结果中有 $1 条没有证据记录：$3'],
  [/^the search for candidates failed \((.*)\)$/s, '检索候选记录失败（$1*）'],
  [/^([\w-]+ (?:network_error|rate_limited|unavailable|unparsable|blocked_host): .*); ([\w-]+ (?:network_error|rate_limited|unavailable|unparsable|blocked_host): .*)$/s, '$1*；$2*'],
  [/^([\w-]+) (network_error|rate_limited|unavailable|unparsable|blocked_host): (.*)$/s, '$1 $2：$3*'],
  [/^the second opinion could not be asked \((\w+): (.*)\)$/s, '无法取得第二来源的意见（$1：$2*）'],
  [/^(\w+) (".*") is not a well-formed \w+ and was not looked up$/s, '$1 $2 格式不正确，未作查询'],
  // verify/fix
  [/^the identifier names another work than the one cited; its data were not taken over$/, '该标识符属于另一篇文献，未采用其数据'],
  [/^several works match the cited title: (.*)$/s, '有多篇文献与所引题名相符：$1'],
  [/^the identifiers of this entry name different works; nothing is changed before that is settled$/, '该条目的多个标识符指向不同的文献；在此解决之前不作修改'],
  [/^it is not certain that the record is the work cited; title and authors are not changed$/, '不能确定该记录就是所引文献；题名和作者不作修改'],
  [/^(\w+) differs, but stands in another entry \(crossref, xdata\) and is not changed here$/, '$1 不一致，但其值在另一条目中（crossref、xdata），此处不作修改'],
  [/^(\w+): the sources disagree, ([\w-]+) has (".*"), ([\w-]+) has (".*")$/s, '$1：来源互相矛盾，$2 为 $3，$4 为 $5'],
  [/^(\w+) is not changed: the sources disagree$/, '$1 未修改：来源互相矛盾'],
  [/^(\w+) differs from what ([\w-]+) has \((.*)\); the record of ([\w-]+) does not settle it$/s, '$1 与 $2 的值（$3）不一致；$4 的记录不能确定'],
  [/^(\w+) differs, but is not changed: (.*)$/s, '$1 不一致，但不作修改：$2*'],
  [/^the record has no value of its own$/, '记录本身没有该值'],
  [/^the record does not list all authors$/, '记录没有列出全部作者'],
  [/^the record names several places$/, '记录有多个地点'],
  [/^the record has several ISBNs, one for each form of the book$/, '记录有多个 ISBN，对应图书的不同形式'],
  [/^the record has no date of publication$/, '记录没有出版日期'],
  // runtime
  [/^this is no evidence store$/, '这里没有证据库'], [/^layout (\S+) is not known$/, '不认识的布局版本 $1'], [/^the store cannot be read: (.*)$/s, '无法读取证据库：$1'],
  [/^researchEvidence is mounted but has a shape that is not known here; evidence went to the own store$/, '已挂载 researchEvidence，但其接口无法识别；证据已写入自带的证据库'],
  // http and providers: why a look-up failed
  [/^offline$/, '离线'], [/^cancelled$/, '已取消'], [/^not asked$/, '未查询'], [/^no stored answer$/, '没有已存储的答复'],
  [/^not asked: the DOI holds text that is not Unicode$/, '未查询：DOI 含有非 Unicode 字符'],
  [/^not asked: the cited (\w+) cannot stand in a PubMed query$/, '未查询：所引的 $1* 不能用于 PubMed 检索式'],
  [/^journal$/, '刊名'], [/^volume$/, '卷号'], [/^page$/, '页码'], [/^author$/, '作者'], [/^year$/, '年份'],
  [/^not asked, PubMed coordinates need a mail address \(mailto\)$/, '未查询，按刊名、卷、页查询 PubMed 需要邮箱（mailto）'],
  [/^not asked: ([\w.-]+) is not meant for this question$/, '未查询：$1 不用于此类查询'],
  [/^not asked: (.*)$/s, '未查询：$1*'],
  [/^(\S+) instead of https:$/, ' $1（不是 https:）'],
  [/^((?:[\w-]+\.)+(?:org|gov|net)|[a-z][a-z-]*): (.+)$/s, '$1：$2*'],
  [/^too many requests \(429\)$/, '请求过多（429）'],
  [/^answered (\d+)$/, '返回 $1'],
  [/^answered (\d+) and asked to wait (\d+) s$/, '返回 $1，并要求等待 $2 秒'],
  [/^asked for a pause of (\d+) s$/, '要求暂停 $1 秒'],
  [/^no answer within (\d+) ms$/, '$1 毫秒内没有答复'],
  [/^timed out( \(\w+\))?$/, '超时$1'],
  [/^the TLS certificate is not trusted( \(\w+\))?; behind a proxy that opens TLS, set NODE_EXTRA_CA_CERTS$/, 'TLS 证书不受信任$1；如处于会解密 TLS 的代理之后，请设置 NODE_EXTRA_CA_CERTS'],
  [/^the name could not be resolved( \(\w+\))?$/, '无法解析域名$1'],
  [/^the body contradicts its content-encoding( \(\w+\))?$/, '正文与其 content-encoding 不符$1'],
  [/^the answer is not valid HTTP( \(\w+\))?$/, '答复不是有效的 HTTP$1'],
  [/^the connection was closed before an answer( \(\w+\))?$/, '连接在得到答复前被关闭$1'],
  [/^the body was cut off( \(\w+\))?$/, '正文不完整$1'],
  [/^the connection failed while (?:connecting|reading the body)( \(\w+\))?$/, '连接失败$1'],
  [/^redirects to ([\w.-]+), which is not meant for this question$/, '重定向到 $1，该主机不用于此类查询'],
  [/^redirects to (.*)$/s, '重定向到$1*'],
  [/^redirects a POST to (\S+)$/, '将 POST 重定向到 $1'], [/^redirects a POST with (\d+)$/, '以 $1 重定向 POST'],
  [/^more than (\d+) redirects$/, '重定向超过 $1 次'],
  [/^a url with a user name$/, '带用户名的网址'], [/^a url that cannot be read$/, '无法识别的网址'], [/^port (\d+)$/, '端口 $1'],
  [/^(\S+), which is not on the allowlist$/, ' $1，不在允许的主机之列'], [/^a part of (\S+) that is not on the allowlist$/, ' $1 中不允许访问的部分'],
  [/^the answer came from another place than the one asked$/, '答复来自所查询以外的地址'],
  [/^the body is larger than (\d+) bytes$/, '正文超过 $1 字节'], [/^the body is shorter than its content-length$/, '正文短于其 content-length'], [/^the content-length is not a number of bytes$/, 'content-length 不是字节数'],
  [/^the answer \((\d+)\) (?:is|holds) .*$/s, '答复（$1）的内容不符合该服务的格式'],
  [/^the (?:answer|body|feed|XML|work|record|summary|search result)(?:'s)? .*$/s, '答复的内容不符合该服务的格式'],
  [/^(?:an (?:author|entry|identifier) of .*|a 404 that is not .*|two rows for the prefix .*|PubMed found the record and cannot summarise it)$/s, '答复的内容不符合该服务的格式'],
  [/^the Handle System answered with code (.*)$/, 'Handle 系统返回代码 $1'],
  [/^arXiv refused the request \((\d+)\).*$/s, 'arXiv 拒绝了请求（$1）'],
  // formats: remarks
  [/^(.*) was read as (.*) \(([^()]*)\)$/s, '$1 按 $2 读取（$3*）'],
  [/^by its byte order mark$/, '依据字节顺序标记'], [/^guessed from its zero bytes$/, '由零字节推断'], [/^guessed from its byte pairs$/, '由双字节推断'], [/^it is not valid UTF-8$/, '不是有效的 UTF-8'],
  [/^(.*) is (\d+) MB; files over (\d+) MB are not read$/s, '$1 有 $2 MB；超过 $3 MB 的文件不予读取'],
  [/^(.*) is a binary file, not a bibliography or a text$/s, '$1 是二进制文件，不是文献库或文本'],
  [/^(.*) has a byte order mark of (\S+(?: \S+)?) but is not valid \S+(?: \S+)?$/s, '$1 的字节顺序标记为 $2，但内容不是有效的 $2'],
  [/^(.*) is JSON, but not CSL-JSON: no item has a title, an identifier or authors$/s, '$1 是 JSON，但不是 CSL-JSON：没有任何条目含题名、标识符或作者'],
  [/^(.*) is not valid JSON: .*$/s, '$1 不是有效的 JSON'],
  [/^cannot read (.*?): .*$/s, '无法读取 $1'],
  [/^standard input is over (\d+) MB$/, '标准输入超过 $1 MB'],
  [/^(".*") is no DOI, PMID, PMCID(?:,| or) .*$/s, '$1 不是可识别的标识符、BibTeX 条目或 GB/T 7714 著录'],
  [/^could not be compared, (.*)$/s, '无法比对，$1*'], [/^a fault of this program \((\w+)\)$/, '本程序出错（$1）'],
  [/^item (\d+) has no title, identifier or authors$/, '第 $1 项没有题名、标识符或作者'],
  [/^the doi field names several DOIs; the first one \((.*)\) is checked$/s, 'doi 字段含多个 DOI；核查第一个（$1）'],
  [/^named again on line (.*)$/, '又见于第 $1 行'],
  [/^line (\d+): (.*)$/s, '第 $1 行：$2*'],
  [/^the entry (\S+), from which this one inherits, is not in the file$/s, '本条目继承自 $1，但文件中没有该条目'],
  [/^the entry has no key$/, '条目没有键'], [/^the entry could not be read$/, '无法读取该条目'], [/^the entry is cut off after its key$/, '条目在键之后中断'],
  [/^no comma after the key (.*)$/s, '键 $1 之后缺少逗号'], [/^no opening brace after (.*)$/s, '$1 之后缺少左括号'], [/^no = after (.*)$/s, '$1 之后缺少 ='],
  [/^a field name was expected, not (.*)$/s, '此处应为字段名，而不是 $1*'], [/^"?the end"?$/, '结尾'],
  [/^the value of (\S+) swallows (\S+): its closing (?:brace|quote) is missing$/s, '$1 的值吞并了 $2：缺少结尾的括号或引号'],
  [/^the value of (\S+) is missing$/, '缺少 $1 的值'], [/^the value of (\S+) is not closed; it swallows (.*)$/s, '$1 的值没有结束；它吞并了 $2'], [/^the value of (\S+) is not closed$/, '$1 的值没有结束'],
  [/^a comma or the closing (?:brace|parenthesis) was expected after (\S+), not (.*)$/s, '$1 之后应为逗号或右括号，而不是 $2*'], [/^a comma or the closing (?:brace|parenthesis) was expected, not (.*)$/s, '此处应为逗号或右括号，而不是 $1*'],
  [/^the end of the file$/, '文件结尾'], [/^the next entry$/, '下一条目'],
  [/^field (\S+) is given twice; the first one counts$/, '字段 $1 出现两次，以第一次为准'],
  [/^the macro (\S+) of field (\S+) is not defined$/, '字段 $2 的宏 $1 没有定义'],
  [/^(\S+) is longer than (\d+) characters and is not read$/, '$1 超过 $2 个字符，未读取'],
  [/^unknown LaTeX (.*) was left out$/s, '未知的 LaTeX 命令 $1 已略去'],
  [/^(\S+) cannot be split into people \(too many commas in one name\) and is not compared$/, '$1 无法拆分为人名（一个姓名中逗号过多），不作比对'],
  [/^people are not separated by " and " with spaces around it$/, '人名之间没有用两侧带空格的 " and " 分隔'], [/^people are separated by semicolons instead of "and"$/, '人名以分号而非 "and" 分隔'], [/^people are separated by commas instead of "and"$/, '人名以逗号而非 "and" 分隔'],
  // Zotero: what to do
  [/^This Zotero can be read; writing came with Zotero 10\. Until then use import files\.$/, '此 Zotero 可读；写入需要 Zotero 10。在此之前请使用导入文件。'], [/^Zotero can be read and, after its own dialog, written to\.$/, 'Zotero 可读；经其自身的对话框确认后可写。'],
  [/^Start Zotero, or use import files\.$/, '请启动 Zotero，或使用导入文件。'], [/^Something answers on that port as Zotero does not; check zotero\.baseUrl\.$/, '该端口上作答的不是 Zotero；请检查 zotero.baseUrl。'],
  [/^Zotero runs but its local API (did not answer|answers in an unknown way)\.$/, 'Zotero 在运行，但其本地 API 没有正常作答。'], [/^Switch it on in (.*)\.$/, '请在 $1 中启用。'],
  [/^The local API came with Zotero 7; update Zotero, or use import files\.$/, '本地 API 自 Zotero 7 起提供；请更新 Zotero，或使用导入文件。'],
  // command line
  [/^accepted by the ignore file( \(.*?\))?: (.*)$/s, '已由忽略文件接受$1：$2'],
  // plugin: arguments
  [/^the item is empty$/, '该项为空'], [/^bibtex holds no entry$/, 'bibtex 中没有条目'], [/^bibtex holds (\d+) entries; .*$/s, 'bibtex 中有 $1 个条目；请只给一个，或用 cite_batch 逐项给出'],
  [/^give bibtex or citation, not both$/, '请只给 bibtex 或 citation 之一'], [/^give at least one of (.*), or the title with what else is cited$/s, '请至少给出 $1 之一，或题名及其他著录项'],
  [/^citation is not one reference after GB\/T 7714: .*$/s, 'citation 不是一条 GB/T 7714 著录：题名之后须有文献类型标识，如 [J]、[M] 或 [EB/OL]'],
  [/^(\w+) (".*") is not of the form (.*)$/s, '$1 $2 的格式不正确，应形如 $3*'], [/^(\S+) or (\S+)$/, '$1 或 $2'],
  [/^citations is empty$/, 'citations 为空'], [/^(\d+) citations; at most (\d+) in one call \(maxBatch\)$/, '共 $1 条引文；一次最多 $2 条（maxBatch）'], [/^the citation gave no item$/, '该引文没有得到结果'],
  [/^no bibtex was given: the entry was written from the given fields$/, '没有给出 bibtex：条目由所给字段写成'], [/^not used, since the entry's own fields are corrected: (.*)$/s, '未采用（修改的是条目自身的字段）：$1'],
  [/^([A-Z][A-Z_]{4,}): (.*)$/s, '$1：$2*'],
]

/** A detail or remark in the reader's language; what no row knows stays as it is. */
export function detailIn(language: Language, text: string): string {
  return language === 'en' ? text : inChinese(text, 0)
}

/** Rows within rows: deeper than any detail is made of. */
const DEEPEST = 5

function inChinese(text: string, depth: number): string {
  // A remark is a sentence; what is longer holds a value of somebody's file, whose place in the patterns is not worth the search.
  if (depth > DEEPEST || text.length > 4_000) return text
  for (const [pattern, zh] of DETAIL_ROWS) {
    const found = pattern.exec(text)
    if (found) return zh.replace(/\$(\d)(\*?)/g, (_whole, index: string, nested: string) => { const group = found[Number(index)] ?? ''; return nested && group !== '' ? inChinese(group, depth + 1) : group })
  }
  return text
}
