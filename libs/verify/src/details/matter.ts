import type { Word } from '@proofkeep/contract';

/** Sentences about the bundle of a matter: its journal, documents and deed. */
export const matterDetails = {
  'parts-order': ['清单没有按路径顺序列出', 'the manifest does not list the parts in the order of their paths'],
  'journal-entries': ['共 {count} 条，首尾相接', '{count} {count:entry|entries}, each chained to the previous one'],
  'journal-broken': [
    '第 {entry} 条与原来的记录不同，或前后不相接',
    'entry {entry} differs from the original, or is not chained to the previous one',
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
  'journal-incomplete': ['没有记载办理所需的内容（{event}）', 'lacks required content of this kind of entry ({event})'],
  'journal-states': ['第 {entry} 条的状态与此前的记录不衔接', 'entry {entry} does not follow from the state before it'],
  'journal-twice': ['第 {entry} 条重复记载（{event}）', 'entry {entry} records an event a second time ({event})'],
  'journal-actor': ['第 {entry} 条的操作人与所载不符', 'entry {entry} was not made by the person that it names'],
  'journal-open': ['公证事项没有办结（{state}）', 'the matter did not end with its deed ({state})'],
  'journal-times': ['{count} 条的时间与时间戳相符', '{count} {count:entry agrees|entries agree} with the timestamps'],
  'journal-time-order': [
    '第 {entry} 条的时间早于之前的记录',
    'entry {entry} states a time before that of an earlier entry',
  ],
  'journal-time-earlier': [
    '第 {entry} 条的时间早于不含该条的时间戳',
    'entry {entry} states a time before a timestamp that does not cover it',
  ],
  'journal-time-later': [
    '第 {entry} 条的时间晚于包含该条的时间戳',
    'entry {entry} states a time after a timestamp that covers it',
  ],
  'journal-time-unproven': [
    '第 {entry} 条在所载时间之后一日以上才有时间戳',
    'entry {entry} was timestamped more than a day after the time it states',
  ],
  'journal-time-late': [
    '第 {entry} 条起有记录因服务中断迟于一日才有时间戳，日志已写明',
    'entries from {entry} on were timestamped more than a day later after an outage, as the journal states',
  ],
  'document-version': [
    '是第 {found} 版，操作日志中最新的是第 {expected} 版',
    'version {found}; the newest in the journal is {expected}',
  ],
  'document-missing': ['没有操作日志记载的文书（{kind}）', 'lacks a document that the journal names ({kind})'],
  'document-unrecorded': ['操作日志不完整，无法核对签署人', 'signers can’t be compared: the journal is incomplete'],
  'signer-missing': ['{who}没有签署', '{who} did not sign'],
  'signer-earlier': ['{who}签署的是较早的版本', '{who} signed an earlier version'],
  'signer-stranger': ['{who}不是应当签署的当事人', '{who} is not a party who has to sign it'],
  'signer-other': ['{who}的签名没有记载在操作日志中', 'the journal has no such signature of {who}'],
  'signer-certificate': [
    '{who}所用的证书与操作日志不符',
    'the certificate of {who} is not the one that the journal names',
  ],
  'seal-personal': ['{who}是公证员个人的证书，不是平台印章', '{who} is the certificate of a notary, not the seal'],
  'signer-early': [
    '文件中{who}的签名早于其签署时间',
    'the signature of {who} is in the file before the journal says they signed',
  ],
  'content-unstated': ['操作日志没有记载这份内容', 'the journal does not name it'],
  'recording-chained': [
    '{count} 段逐段相接，与操作日志中的 {heads} 处摘要一致',
    '{count} {count:piece|pieces}, chained as {heads} {heads:entry|entries} of the journal {heads:records|record}',
  ],
  'recording-other': ['与操作日志所载的录像不同', 'differs from the recording that the journal records'],
  'recording-pieces': ['分段与操作日志所载不符', 'the pieces are not those that the journal records'],
  'seal-drawn': ['{who}的印章图像与操作日志所载一致', 'the seal of {who} is drawn as the journal records it'],
  'seal-other': [
    '{who}的印章图像与操作日志所载不同',
    'the seal of {who} differs from the drawing that the journal records',
  ],
  'seal-unrecorded': [
    '操作日志没有记载{who}的印章图像，未作比对',
    'the journal has no digest of the drawing of the seal of {who}, so it was not compared',
  ],
  'handwriting-drawn': ['{who}的签名图像与笔迹一致', 'the signature image of {who} matches these strokes'],
  'handwriting-other': ['{who}的签名图像与笔迹不一致', 'the signature image of {who} does not match these strokes'],
  'deed-missing': ['没有公证书', 'lacks the deed'],
  'deed-other': ['公证书不是操作日志记载的那一份', 'the deed is not the one that the journal names'],
  'deed-differs': ['与清单或操作日志不符', 'does not match the manifest or the journal'],
} as const satisfies Record<string, Word>;
