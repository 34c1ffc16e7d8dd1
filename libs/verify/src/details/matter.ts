import type { Word } from '@proofkeep/contract';

/** Sentences about the bundle of a matter: its journal, documents and deed. */
export const matterDetails = {
  'parts-order': ['清单没有按路径顺序列出', 'the manifest does not list the parts in the order of their paths'],
  'journal-entries': ['共 {count} 条，首尾相接', '{count} {count:entry|entries}, each chained to the one before'],
  'journal-broken': [
    '第 {entry} 条与原来的记录不同，或前后不相接',
    'entry {entry} is not as it was written, or is not chained to the one before',
  ],
  'journal-length': ['有 {found} 条，清单为 {expected} 条', '{found} entries instead of {expected}'],
  'journal-logged': ['{count} 条均已写入日志', '{count} {count:entry is|entries are} in the log'],
  'journal-unstamped': ['最后一条没有时间戳', 'the last entry has no timestamp'],
  'document-unstated': ['公证书声明中没有这份文书', 'the statement of the deed does not name this document'],
  'document-file': ['与出证时的文件不同', 'differs from the file that was issued'],
  'document-unsigned': [
    '有 {found} 个当事人签名，操作日志记载 {expected} 个',
    '{found} signatures of parties; the journal records {expected}',
  ],
  'document-unsealed': ['最后一个签名不是 {office} 的印章', 'the last signature is not the seal of {office}'],
  'document-signatures': ['{names}', '{names}'],
  'document-other': ['当事人签署的内容与声明不同', 'what was signed is not the document that the statement names'],
  'deed-differs': ['与清单或操作日志不符', 'does not match the manifest or the journal'],
} as const satisfies Record<string, Word>;
