/** Sentences of the service about attestations, their files, clock, log and sealing. */
export const serviceSentences = {
  'clock.compared': [
    '签发时钟与 {sources} 个外部时间服务器相差 {offsetMs} ± {uncertaintyMs} 毫秒。',
    'The clock was off by {offsetMs} ± {uncertaintyMs} ms, according to {sources} external time servers.',
  ],
  'clock.not-compared': ['签发时钟未与任何外部时钟比对。', "The clock wasn't compared with any external clock."],

  'custody.file': ['{path}', '{path}'],
  'custody.code': ['提取码：{label}', 'Check code: {label}'],
  'custody.record-first': ['第一份记录（{place}）', 'First record ({place})'],
  'custody.record-second': ['第二份记录（{place}）', 'Second record ({place})'],
  'custody.verified': ['访客的浏览器报告：核验通过', "The visitor's browser reported: verified"],
  'custody.not-verified': ['访客的浏览器报告：核验未通过或未完成', "The visitor's browser reported: not verified"],

  'stamp.declined': [
    '外部时间戳机构 {authority} 未出具时间戳。',
    'The external timestamp authority {authority} issued no timestamp.',
  ],

  'log.entry': [
    '日志索引 {index}，检查点共 {size} 条。',
    'Log index {index}, covered by the checkpoint of {size} {size:entry|entries}.',
  ],
  'file.added': ['补充文件“{name}”，与已存证的摘要一致。', 'Added “{name}”, which matches the attested digest.'],
  'attestation.unknown': ['没有这个存证编号。', 'No attestation has this number.'],
  'attestation.not-waiting': ['该存证当前不在待确认状态。', "This attestation isn't waiting for confirmation."],
  'attestation.again': ['已放弃，重新取证。', 'Discarded and captured again.'],
  'attestation.warned': [
    '请先核对这次取证：{what}。仍要出证时，须明确选择。',
    'Check this capture first: {what}. To certify it anyway, confirm that separately.',
  ],
  'attestation.expired': [
    '{days} 天内未确认，已取消。',
    'Not confirmed within {days} {days:day|days}, so it was cancelled.',
  ],

  'capture.stopped': ['取证已被停止。', 'The capture was stopped.'],
  'capture.left': ['程序在封存前中断。', 'The process ended before the evidence was sealed.'],
  'capture.clock-far': [
    '取证节点的时钟与服务器相差 {seconds} 秒，本次取证未采用。',
    "The capture node's clock was off by {seconds} s, so this capture wasn't used.",
  ],
  'seal.not-verified': [
    '封存的内容未能通过核验，因此没有写入日志，也不收费：{because}',
    "The result didn't pass verification, so it wasn't logged or charged: {because}",
  ],
  'capture.wall': ['取证达到 {seconds} 秒上限，已终止。', 'The capture was stopped at its limit of {seconds} s.'],
  'capture.no-picture': ['截图失败：{because}', 'The screenshot failed: {because}'],
  'capture.step-failed': ['步骤 {step} 失败：{because}', 'Step {step} failed: {because}'],
  'capture.nothing': ['没有可封存的内容。', 'The capture produced nothing to seal.'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;
