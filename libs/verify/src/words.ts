import { type Language, markWords, type SubmitterFact, type Word } from '@proofkeep/contract';
import { detailText } from './details.ts';
import type { Check, Finding, Verdict } from './report.ts';

const labels: Record<Check, [zh: string, en: string]> = {
  container: ['证据包结构', 'Container'],
  manifest: ['清单格式', 'Manifest'],
  object: ['证据文件', 'Preserved file'],
  report: ['取证报告与清单', 'Report against the manifest'],
  clock: ['对时报文与清单', 'Time comparison against the manifest'],
  record: ['网络记录与清单', 'Network record against the manifest'],
  uncompared: ['未比对的内容', 'Content that was not compared'],
  contents: ['目录', 'List of parts'],
  part: ['组成部分', 'Part'],
  unlisted: ['多余文件', 'Part that nobody lists'],
  'manifest-signature': ['清单签章', 'Signature over the manifest'],
  'contents-signature': ['目录签章', 'Signature over the list of parts'],
  timestamp: ['可信时间戳', 'Timestamp'],
  'outside-timestamp': ['外部可信时间戳', 'Timestamp of an outside authority'],
  'outside-revocation': ['外部机构证书的吊销状态', 'Revocation of an outside authority'],
  'outside-refusal': ['外部机构未出具时间戳', 'No timestamp from an outside authority'],
  leaf: ['日志条目', 'Log entry'],
  inclusion: ['包含证明', 'Proof of inclusion'],
  checkpoint: ['检查点签名', 'Checkpoint'],
  revocation: ['证书吊销状态', 'Revocation'],
  certificate: ['存证证书签章', 'Seal of the certificate'],
  'certificate-timestamp': ['存证证书时间戳', 'Timestamp of the certificate'],
  'certificate-manifest': ['存证证书与清单', 'Certificate against the manifest'],
  order: ['时间先后', 'Order of times'],
};

const verdicts: Record<Verdict, [zh: string, en: string]> = {
  passed: ['核验通过', 'Verified'],
  failed: ['核验未通过', 'Not verified'],
  'not-checked': [
    '未能完成核验：没有可信任的信任锚',
    'Not fully checked: something needed to trust it is not known here',
  ],
};

const outcomes: Record<Verdict, [zh: string, en: string]> = {
  passed: ['通过', 'passed'],
  failed: ['未通过', 'failed'],
  'not-checked': ['未核验', 'not checked'],
};

export const wordsIn = (language: Language) => {
  const pick = ([zh, en]: Word) => (language === 'zh' ? zh : en);
  return {
    check: (check: Check) => pick(labels[check]),
    verdict: (verdict: Verdict) => pick(verdicts[verdict]),
    /** What a finding says; `timeText` says its times otherwise. Empty where there is nothing to add. */
    detail: ({ code, args }: Pick<Finding, 'code' | 'args'>, timeText?: (iso: string) => string) =>
      code === null ? '' : detailText({ code, args }, language, timeText),
    /** One line: `Applicant: 王芳 [Certified person]. …`. */
    submitter: ({ label, value, mark, notes }: SubmitterFact) =>
      `${pick(label)}: ${[value, mark && `[${pick(markWords[mark])}]`, ...notes.map(pick)].filter(Boolean).join('  ')}`,
    outcome: (outcome: Verdict) => pick(outcomes[outcome]),
  };
};
