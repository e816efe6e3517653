import type { MessageTable } from './message.ts'

/**
 * The comparison rules in plain words. A key is `rule.` and the longest prefix of the rule's name that has its own words
 * (`rule.authors.order` serves `authors.order` and `authors.order-swapped`… through its family `rule.authors`).
 */
export const CLI_RULE_MESSAGES = {
  'rule': { en: 'the record has another value', zh: '记录中的值不同' },
  'rule.title': { en: 'the titles differ in their words', zh: '题名用词不同' },
  'rule.authors': { en: 'the author lists differ', zh: '作者名单不同' },
  'rule.year': { en: 'the record carries no such year', zh: '记录中没有该年份' },
  'rule.venue': { en: 'the record names another journal, book or series', zh: '记录中的期刊、图书或丛书不同' },
  'rule.volume': { en: 'the volumes differ', zh: '卷号不同' },
  'rule.issue': { en: 'the issues differ', zh: '期号不同' },
  'rule.pages': { en: 'the pages differ', zh: '页码不同' },
  'rule.articleNumber': { en: 'the article numbers differ', zh: '文章编号不同' },
  'rule.publisher': { en: 'the publishers differ', zh: '出版者不同' },
  'rule.location': { en: 'the places differ', zh: '地点不同' },
  'rule.isbn': { en: 'none of the ISBNs is the record’s', zh: 'ISBN 与记录不符' },
  'rule.issn': { en: 'none of the ISSNs is the record’s', zh: 'ISSN 与记录不符' },
  'rule.version': { en: 'the identifiers name different works', zh: '各标识符指向不同的文献' },
} as const satisfies MessageTable
