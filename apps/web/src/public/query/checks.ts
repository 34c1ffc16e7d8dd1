import type { Word } from '@proofkeep/contract';
import type { Check, Finding, Report } from '@proofkeep/verify';

export const groups = ['files', 'timestamps', 'signatures', 'log', 'certificate', 'documents', 'journal'] as const;
export type Group = (typeof groups)[number];

/** Group and question of each check. */
export const checkMeanings: Record<Check, { group: Group; asks: Word }> = {
  container: { group: 'files', asks: ['压缩包是否保持封存时的结构', 'Does the ZIP have its sealed structure?'] },
  manifest: { group: 'files', asks: ['清单能否读取、是否规范', 'Is the manifest readable and canonical?'] },
  object: { group: 'files', asks: ['证据文件是否与清单一致', 'Do the evidence files match the manifest?'] },
  report: { group: 'files', asks: ['报告所述是否与清单一致', 'Does the report match the manifest?'] },
  clock: {
    group: 'timestamps',
    asks: ['取证机器的时钟偏差是否有据', 'Is the clock offset backed by time server responses?'],
  },
  record: {
    group: 'files',
    asks: ['网络记录能否读取、是否属于这个网页', 'Is the network record readable and about this page?'],
  },
  product: {
    group: 'files',
    asks: [
      '商品信息是否出自网页文字和网络记录',
      'Do the product facts come from the page text and the network record?',
    ],
  },
  second: { group: 'files', asks: ['两份记录是否来自不同地点', 'Were the two records made from different places?'] },
  comparison: {
    group: 'files',
    asks: ['两份记录的比对结果能否重新得出', 'Can the comparison of both records be reproduced?'],
  },
  recording: {
    group: 'files',
    asks: ['录制内容的每一段是否与录制时一致', 'Is every part of the recording as it was recorded?'],
  },
  heads: {
    group: 'timestamps',
    asks: ['录制期间是否已加盖时间戳', 'Was the recording timestamped while it was made?'],
  },
  files: {
    group: 'files',
    asks: ['文件名称与摘要是否与清单一致', 'Do the file names and digests match the manifest?'],
  },
  segments: {
    group: 'signatures',
    asks: [
      '每个分段是否由该设备签名、依次相连',
      'Did the device sign every segment, each chained to the previous one?',
    ],
  },
  gaps: { group: 'files', asks: ['录制是否有缺段或中断', 'Is anything of the recording missing?'] },
  'device-word': {
    group: 'files',
    asks: ['哪些内容仅由设备或签发方声明', 'What is only the word of the device or the issuer?'],
  },
  uncompared: { group: 'files', asks: ['哪些内容没有比对', 'What was not compared?'] },
  contents: { group: 'files', asks: ['目录是否属于这份证据', 'Does the list of parts belong to this evidence?'] },
  part: { group: 'files', asks: ['组成部分是否与目录一致', 'Does the part match the signed list?'] },
  unlisted: { group: 'files', asks: ['是否混入了封存时没有的文件', 'Was anything added after sealing?'] },
  timestamp: {
    group: 'timestamps',
    asks: ['清单在何时之前已经存在', 'When was the manifest timestamped?'],
  },
  'outside-timestamp': {
    group: 'timestamps',
    asks: ['外部机构是否也证明了时间', 'Does an external authority confirm the time?'],
  },
  'outside-revocation': {
    group: 'timestamps',
    asks: ['当时外部机构的证书是否有效', 'Were the external authority’s certificates valid at that time?'],
  },
  'outside-refusal': { group: 'timestamps', asks: ['哪些外部机构没有出具', 'Which external authorities issued none?'] },
  custody: {
    group: 'files',
    asks: ['保管记录是否逐条相接、未被改动', 'Is the custody record unbroken?'],
  },
  order: { group: 'timestamps', asks: ['各个时间是否前后相符', 'Are the times consistent?'] },
  'manifest-signature': { group: 'signatures', asks: ['清单由谁签署', 'Who signed the manifest?'] },
  'contents-signature': { group: 'signatures', asks: ['目录由谁签署', 'Who signed the list of parts?'] },
  revocation: { group: 'signatures', asks: ['封存时证书是否有效', 'Were the certificates valid when it was sealed?'] },
  leaf: { group: 'log', asks: ['日志条目是否属于这份清单', 'Does the log entry belong to this manifest?'] },
  inclusion: { group: 'log', asks: ['条目是否在日志中', 'Is the entry in the log?'] },
  checkpoint: { group: 'log', asks: ['检查点由哪个日志签名', 'Which log signed the checkpoint?'] },
  certificate: { group: 'certificate', asks: ['存证证书由谁签章', 'Who sealed the certificate?'] },
  'certificate-manifest': {
    group: 'certificate',
    asks: ['证书是否属于这份证据', 'Does the certificate belong to this evidence?'],
  },
  'certificate-timestamp': { group: 'certificate', asks: ['存证证书何时签章', 'When was the certificate sealed?'] },
  deed: {
    group: 'documents',
    asks: ['公证书声明是否属于这个事项', 'Does the statement of the deed belong to this matter?'],
  },
  document: {
    group: 'documents',
    asks: ['文书是否与出证时一致、签名是否齐全', 'Is the document as it was issued, with every signature?'],
  },
  'document-signature': { group: 'documents', asks: ['文书由谁、在何时签署', 'Who signed the document, and when?'] },
  journal: { group: 'journal', asks: ['操作日志是否首尾相接', 'Is each entry chained to the previous one?'] },
  'journal-log': { group: 'journal', asks: ['每一条是否已写入公开日志', 'Is every entry in the public log?'] },
  'journal-time': {
    group: 'journal',
    asks: ['所载时间是否与时间戳相符', 'Do the times it states agree with the timestamps?'],
  },
  handwriting: {
    group: 'documents',
    asks: ['签名图像是否与记录的笔迹一致', 'Does the signature image match the recorded strokes?'],
  },
  'seal-picture': {
    group: 'documents',
    asks: ['印章图像是否与操作日志所载一致', 'Is the seal drawn as the journal records it?'],
  },
  'session-recording': {
    group: 'journal',
    asks: ['面谈录像是否与操作日志所载一致', 'Is the recording the one that the journal records?'],
  },
  consent: { group: 'journal', asks: ['当事人同意的是什么', 'Which words did the parties agree to?'] },
  'journal-timestamp': {
    group: 'journal',
    asks: ['操作日志在何时之前已经存在', 'When was the journal timestamped?'],
  },
};

const rank = { failed: 0, 'not-checked': 1, passed: 2 } as const;
const byOutcome = (a: Finding, b: Finding) => rank[a.outcome] - rank[b.outcome];
/** A bundle has many findings of these checks: passed ones are collapsed. */
const many: ReadonlySet<Check> = new Set(['object', 'part']);

export interface GroupOfFindings {
  group: Group;
  /** Worst outcome of the required findings. */
  outcome: Finding['outcome'];
  /** Failures first. */
  shown: Finding[];
  folded: Finding[];
}

export function grouped(findings: readonly Finding[]): GroupOfFindings[] {
  return groups.flatMap((group) => {
    const own = findings.filter(({ check }) => checkMeanings[check].group === group).sort(byOutcome);
    if (own.length === 0) return [];
    const isFolded = ({ check, outcome }: Finding) => outcome === 'passed' && many.has(check);
    const counted = own.filter(({ outcome, required }) => required || outcome === 'failed');
    return {
      group,
      outcome: counted[0]?.outcome ?? 'passed',
      shown: own.filter((finding) => !isFolded(finding)),
      folded: own.filter(isFolded),
    };
  });
}

/** Distinct paths of the parts that failed, in the order found; leaves out findings about the whole bundle. */
export const failedParts = ({ findings }: Pick<Report, 'findings'>): string[] => [
  ...new Set(findings.filter(({ outcome, subject }) => outcome === 'failed' && subject).map(({ subject }) => subject)),
];

/** Names of the sealer and the log, taken only from checks that passed. */
export function vouchers({ findings }: Report): { sealedBy: string | null; log: string | null } {
  const argOf = (wanted: Check, name: string) => {
    const value = findings.find(({ check, outcome }) => check === wanted && outcome === 'passed')?.args[name];
    return value === undefined ? null : String(value);
  };
  return { sealedBy: argOf('manifest-signature', 'who'), log: argOf('checkpoint', 'origin') };
}
