import {
  type AttestationState,
  attestationStateWords,
  type Block,
  blockSentence,
  type CaptureStep,
  type Failure,
  type Language,
  type Missing,
  missingWords,
  type ProofRung,
  rungWords,
  type Said,
  sentenceIn,
  stepWords,
  type Word,
} from '@proofkeep/contract';

const sentences = {
  preserving: ['正在存证', 'Preserving'],
  sealed: ['已封存', 'Sealed'],
  written: ['证据包', 'Evidence bundle'],
  partial: ['注意：页面未能完整保存', 'Note: the page could not be kept whole'],
  more: ['另有', 'and more:'],
  failed: ['未能存证，未留下任何文件', 'Not preserved, and nothing was left behind'],
  recovered: ['已完成上次中断的存证', 'Finished a seal that was interrupted'],
  dropped: ['已清除上次中断、未封存的存证', 'Cleared a capture that was interrupted before it was sealed'],
  stuck: [
    '上次中断的存证仍无法完成，证据已保留，下次再试',
    'A seal that was interrupted still cannot be finished; it is kept and will be tried again',
  ],
  howToCheck: ['验证方法', 'How to check it'],
  stopping: ['正在停止…', 'Stopping …'],
  logSize: ['日志条数', 'Size'],
  logRoot: ['根摘要', 'Root'],
  logOrigin: ['日志名称', 'Origin'],
  logKey: ['验证密钥', 'Verifier key'],
  rootCertificate: ['根证书 SHA-256 指纹', 'Root certificate SHA-256'],
  logCheckpoints: ['检查点', 'Checkpoints'],
  logEmpty: ['日志为空', 'The log is empty'],
  logSound: ['日志完好', 'The log is sound'],
  logCounts: ['条目 / 检查点 / 分片', 'entries / checkpoints / tiles'],
  logUnsound: ['日志有误', 'The log is not sound'],
  logNotResumed: [
    '最后登记的日志头与本数据库一致，无需续接，未作任何改动',
    'The last recorded head is one of this database: there is nothing to resume, and nothing was changed',
  ],
  logResumed: ['已从本数据库续接日志，新纪元', 'The log goes on from this database, in epoch'],
  logAbandoned: ['日志条数：放弃的日志头 → 续接处', 'Entries: head left behind → where it goes on'],
  storeSound: ['证据文件完好', 'The evidence is as it was sealed'],
  storeUnsound: ['证据文件有误', 'Some of the evidence is not as it was sealed'],
  storeCounts: ['存证 / 文件 / 字节', 'attestations / files / bytes'],
  fileMissing: ['文件缺失', 'the file is missing'],
  fileAltered: ['文件已被改动', 'the file was altered'],
  fileUnreadable: ['文件无法读取', 'the file cannot be read'],
  fileUnretained: ['未按留存期限锁定，可能被提前删除', 'it is not retained and could be removed before its time'],
  evidenceUnknown: ['数据库中没有该项证据的记录', 'the database does not know this evidence'],
  storeUnknown: [
    '仅存储中有、数据库中没有记录的证据（恢复备份后可能出现）',
    'Evidence that only the store knows, as after a backup was restored',
  ],
  ledgerSound: ['账目无误', 'The ledger is sound'],
  ledgerUnsound: ['账目有误', 'The ledger does not fit'],
  unknownAno: ['没有这个存证编号', 'There is no attestation of this number'],
  notSealed: ['该存证尚未封存', 'This attestation is not sealed'],
  notWritten: ['已封存，但证据包未能写出', 'Sealed, but its bundle could not be written'],
  howToExport: ['重新导出的命令', 'To write it again'],
  outFolder: ['文件夹不存在或不可写入', 'There is no such folder, or it may not be written to'],
  outExists: ['文件已存在，请换一个文件名', 'The file is there already: choose another name'],
} as const satisfies Record<string, readonly [string, string]>;

export interface Words {
  step(step: CaptureStep): string;
  rung(rung: ProofRung): string;
  state(state: AttestationState): string;
  missing(why: Missing['why']): string;
  block(block: Block): string;
  failure(failure: Failure): string;
  said(said: readonly Said[]): string;
  say(sentence: keyof typeof sentences): string;
}

export function wordsIn(language: Language): Words {
  const pick = (word: Word) => word[language === 'zh' ? 0 : 1];
  return {
    step: (step) => pick(stepWords[step]),
    rung: (rung) => pick(rungWords[rung]),
    state: (state) => pick(attestationStateWords[state]),
    missing: (why) => pick(missingWords[why]),
    block: (block) => blockSentence(block, language),
    failure: ({ code, said }) => `${code}. ${sentenceIn(said, language)}`,
    said: (said) => said.map((one) => sentenceIn(one, language)).join(' '),
    say: (sentence) => pick(sentences[sentence]),
  };
}
