import {
  type AttestationState,
  attestationStateWords,
  type Block,
  blockSentence,
  type CaptureStep,
  type Failure,
  type Language,
  type Message,
  type Missing,
  missingWords,
  type ProofRung,
  rungWords,
  sentenceIn,
  stepWords,
  type Word,
} from '@proofkeep/contract';

const sentences = {
  preserving: ['正在存证', 'Preserving'],
  sealed: ['已封存', 'Sealed'],
  written: ['证据包', 'Evidence bundle'],
  partial: ['注意：网页未能完整保存', 'Note: the capture is incomplete'],
  more: ['另有', 'and more:'],
  failed: ['存证失败，未留下任何文件', 'Capture failed. No files were kept'],
  recovered: ['已完成上次中断的存证', 'Finished an interrupted seal'],
  dropped: ['已清除上次中断、未封存的存证', 'Removed an interrupted capture that was not sealed'],
  stuck: [
    '上次中断的存证仍无法完成；证据已保留，下次运行时重试',
    'An interrupted seal still cannot be finished. The evidence is kept and the next run retries',
  ],
  howToCheck: ['验证命令', 'To verify'],
  stopping: ['正在停止…', 'Stopping…'],
  logSize: ['日志条数', 'Size'],
  logRoot: ['根摘要', 'Root'],
  logOrigin: ['日志名称', 'Origin'],
  logKey: ['验证密钥', 'Verifier key'],
  rootCertificate: ['根证书 SHA-256 指纹', 'Root certificate SHA-256'],
  logCheckpoints: ['检查点', 'Checkpoints'],
  logEmpty: ['日志为空', 'The log is empty'],
  logSound: ['日志完好', 'The log is sound'],
  logCounts: ['条目 / 检查点 / 分片', 'entries / checkpoints / tiles'],
  logUnsound: ['日志有误', 'The log has errors'],
  logNotResumed: [
    '最后登记的日志头与本数据库一致，无需续接，未作任何改动',
    'Nothing to resume: the last recorded head is in this database. Nothing was changed',
  ],
  logResumed: ['已从本数据库续接日志，新纪元', 'Log resumed in epoch'],
  logAbandoned: ['日志条数：放弃的日志头 → 续接处', 'Entries: abandoned head → resumed at'],
  storeSound: ['证据文件完好', 'All evidence is unchanged since it was sealed'],
  storeUnsound: ['证据文件有误', 'Some evidence has changed or is missing'],
  storeCounts: ['存证 / 文件 / 字节', 'attestations / files / bytes'],
  fileMissing: ['文件缺失', 'file is missing'],
  fileAltered: ['文件已被改动', 'file was altered'],
  fileUnreadable: ['文件无法读取', 'file cannot be read'],
  fileUnretained: ['未按留存期限锁定，可能被提前删除', 'not retained; could be deleted early'],
  evidenceUnknown: ['数据库中没有该项证据的记录', 'not in the database'],
  storeUnknown: [
    '仅存储中有、数据库中没有记录的证据（恢复备份后可能出现）',
    'Evidence in the store that is not in the database, as after restoring a backup',
  ],
  ledgerSound: ['账目无误', 'The ledger is sound'],
  ledgerUnsound: ['账目有误', 'The ledger has errors'],
  staffUserName: ['用户名', 'Username'],
  staffPassword: ['一次性密码（仅显示这一次）', 'One-time password (shown only now)'],
  staffUntil: ['有效期至', 'Valid until'],
  staffFirstSignIn: [
    '首次登录管理台时须修改密码并设置验证器',
    'The first sign-in to the console requires a new password and an authenticator',
  ],
  staffThere: [
    '该工作人员已存在，未作任何改动；如需新密码，请运行 proofkeep staff reset',
    'Already exists; nothing was changed. For a new password run proofkeep staff reset',
  ],
  staffDisabled: ['已停用', 'Disabled'],
  staffEnabled: ['已启用', 'Enabled'],
  staffNone: ['尚无工作人员，请用 proofkeep staff add 添加', 'No staff yet. Add the first with proofkeep staff add'],
  staffIsDisabled: ['已停用', 'disabled'],
  staffPasswordUnused: ['一次性密码尚未更换', 'one-time password not changed yet'],
  staffPasswordOver: ['一次性密码已过期', 'one-time password expired'],
  staffNoFactor: ['未设置验证器', 'no authenticator'],
  deviceKey: ['设备密钥（SHA-256）', 'Device key (SHA-256)'],
  deviceNumber: ['核对数字', 'Check number'],
  deviceNext: ['请在“设备”页面核对后绑定', 'Compare it on the Devices page, then bind the device'],
  deviceRecording: ['录制编号', 'Recording'],
  deviceSent: ['已上传片段', 'Segments sent'],
  unknownAno: ['存证编号不存在', 'No attestation with this number'],
  notSealed: ['该存证尚未封存', 'This attestation is not sealed'],
  notWritten: ['已封存，但证据包未能写出', 'Sealed, but the bundle could not be written'],
  howToExport: ['重新导出', 'To export it again'],
  outFolder: ['文件夹不存在或不可写入', 'Folder does not exist or is not writable'],
  outExists: ['文件已存在，请换一个文件名', 'File already exists; choose another name'],
} as const satisfies Record<string, readonly [string, string]>;

export interface Words {
  step(step: CaptureStep): string;
  rung(rung: ProofRung): string;
  state(state: AttestationState): string;
  missing(why: Missing['why']): string;
  block(block: Block): string;
  failure(failure: Failure): string;
  said(said: readonly Message[]): string;
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
