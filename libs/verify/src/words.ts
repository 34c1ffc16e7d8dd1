import {
  type Language,
  type MatterDocumentKind,
  markWords,
  matterDocumentWords,
  type SubmitterFact,
  type Word,
} from '@proofkeep/contract';
import { detailText } from './details.ts';
import { type FileReport, isCertificateReport } from './file-report.ts';
import type { MatterSigner, Withheld } from './matter/matter-report.ts';
import { lacksTimesOnly } from './matter/outage.ts';
import { totalWithheld } from './matter/withheld.ts';
import type { Check, Finding, Verdict } from './report.ts';

const labels: Record<Check, [zh: string, en: string]> = {
  container: ['证据包结构', 'Container'],
  manifest: ['清单格式', 'Manifest format'],
  object: ['证据文件', 'Preserved file'],
  report: ['取证报告与清单', 'Report matches manifest'],
  clock: ['对时报文与清单', 'Clock samples match manifest'],
  record: ['网络记录与清单', 'Network record matches manifest'],
  product: ['商品信息与网络记录', 'Product facts match network record'],
  second: ['第二地点记录', 'Second record'],
  comparison: ['两地记录比对', 'Comparison of both records'],
  recording: ['录制分段哈希链', 'Hash chain of the recording'],
  heads: ['录制期间的时间戳', 'Timestamps during the recording'],
  files: ['文件名称与清单', 'File list matches manifest'],
  segments: ['设备签名与分段哈希链', 'Signatures and hash chain of the device'],
  gaps: ['录制的缺口', 'Gaps in the recording'],
  'device-word': ['仅由设备或签发方声明的内容', 'Stated by the device or the issuer alone'],
  uncompared: ['未比对的内容', 'Content not compared'],
  contents: ['目录', 'Contents list'],
  part: ['组成部分', 'Part'],
  unlisted: ['多余文件', 'Unlisted file'],
  'manifest-signature': ['清单签章', 'Manifest signature'],
  'contents-signature': ['目录签章', 'Contents list signature'],
  timestamp: ['可信时间戳', 'Timestamp'],
  'outside-timestamp': ['外部可信时间戳', 'Outside timestamp'],
  'outside-revocation': ['外部机构证书的吊销状态', 'Outside revocation status'],
  'outside-refusal': ['外部机构未出具时间戳', 'No outside timestamp'],
  custody: ['保管记录哈希链', 'Hash chain of the custody record'],
  leaf: ['日志条目', 'Log entry'],
  inclusion: ['包含证明', 'Inclusion proof'],
  checkpoint: ['检查点签名', 'Checkpoint signature'],
  revocation: ['证书吊销状态', 'Revocation status'],
  certificate: ['存证证书签章', 'Certificate signature'],
  'certificate-timestamp': ['存证证书时间戳', 'Certificate timestamp'],
  'certificate-manifest': ['存证证书与清单', 'Certificate matches manifest'],
  'certificate-data': ['证书所载存证', 'Evidence named by the certificate'],
  'later-changes': ['签章之后的改动', 'Changes after the seal'],
  evidence: ['证据本身', 'The evidence itself'],
  order: ['时间先后', 'Order of events'],
  journal: ['操作日志哈希链', 'Hash chain of the journal'],
  'journal-log': ['操作日志的日志条目', 'Journal in the log'],
  'journal-timestamp': ['操作日志时间戳', 'Timestamp of the journal'],
  'journal-time': ['操作日志所载时间', 'Times in the journal'],
  handwriting: ['手写签名笔迹', 'Handwriting'],
  consent: ['同意书', 'Words of consent'],
  'session-recording': ['面谈录像', 'Recording of the session'],
  document: ['公证文书', 'Document'],
  'document-signature': ['文书签名', 'Signatures of the document'],
  'seal-picture': ['印章图像', 'Picture of the seal'],
  deed: ['公证书声明', 'Statement of the deed'],
};

const verdicts: Record<Verdict, [zh: string, en: string]> = {
  passed: ['核验通过', 'Verified'],
  failed: ['核验未通过', 'Not verified'],
  'not-checked': ['未能完成核验：缺少所需的信任锚', 'Not fully checked: a required trust anchor is missing'],
};

/** A certificate says nothing about the evidence unless the bundle is there. */
const certificateOnly: Word = [
  '存证证书核验通过；证据本身须用证据包核验',
  'Certificate verified; the evidence itself needs its bundle',
];

const timesUnproven: Word = [
  '其余核验均通过；因服务中断，部分操作的时间无法证明',
  'Verified except for times that an outage left without proof',
];

const outcomes: Record<Verdict, [zh: string, en: string]> = {
  passed: ['通过', 'passed'],
  failed: ['未通过', 'failed'],
  'not-checked': ['未核验', 'not checked'],
};

const withheldKinds: Record<keyof Withheld, [zh: string, en: string]> = {
  recordings: ['录像', 'recordings'],
  pictures: ['身份证照片', 'card pictures'],
  handwriting: ['笔迹', 'handwriting'],
  consents: ['同意书', 'words of consent'],
  origins: ['网络地址和浏览器信息', 'network addresses and browsers'],
};

/** Words for reports in one language: checks, outcomes, verdicts, details, applicant and operator. */
export const wordsIn = (language: Language) => {
  const pick = ([zh, en]: Word) => (language === 'zh' ? zh : en);
  return {
    check: (check: Check) => pick(labels[check]),
    verdict: (report: FileReport) =>
      pick(
        isCertificateReport(report) && report.verdict === 'passed'
          ? certificateOnly
          : lacksTimesOnly(report)
            ? timesUnproven
            : verdicts[report.verdict],
      ),
    /** Sentence of a finding; `timeText` formats its times. Empty if there is nothing to add. */
    detail: ({ code, args }: Pick<Finding, 'code' | 'args'>, timeText?: (iso: string) => string) =>
      code === null ? '' : detailText({ code, args }, language, timeText),
    /** One line, e.g. `Applicant: 王芳  [Certified person]  …`. */
    submitter: ({ label, value, mark, notes }: SubmitterFact) =>
      `${pick(label)}: ${[value, mark && `[${pick(markWords[mark])}]`, ...notes.map(pick)].filter(Boolean).join('  ')}`,
    /** One line: document, signer, certificate and time. */
    signer: ({ document, name, certificate, stampedAt }: MatterSigner) => {
      const kind = matterDocumentWords[document as MatterDocumentKind];
      return `${kind ? pick(kind) : document}: ${name}  [${certificate}]  ${stampedAt}`;
    },
    /** One line that lists the parts withheld by the office, by kind; empty if there are none. */
    withheld: (withheld: Withheld) => {
      const count = totalWithheld(withheld);
      const kinds = Object.entries(withheld).filter(([, number]) => number > 0);
      const listed = kinds.map(([kind, number]) => `${pick(withheldKinds[kind as keyof Withheld])} ${number}`);
      const [zh, en] = [
        `未收入证据包、由公证处保管的内容：${count} 项（${listed.join('、')}）`,
        `Withheld, kept by the office: ${count} (${listed.join(', ')})`,
      ];
      return count === 0 ? '' : language === 'zh' ? zh : en;
    },
    outcome: (outcome: Verdict) => pick(outcomes[outcome]),
  };
};
