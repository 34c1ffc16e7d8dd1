import type { CaptureStep, ProofRung } from '@proofkeep/contract';

export type Language = 'zh' | 'en';

/** `--lang` first, then the environment; English where neither says Chinese. */
export function languageOf(option: string | undefined, environment: NodeJS.ProcessEnv): Language {
  const wanted = option ?? environment.LC_ALL ?? environment.LC_MESSAGES ?? environment.LANG ?? '';
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

const steps: Record<CaptureStep, [zh: string, en: string]> = {
  isolate: ['隔离网络', 'Isolate the network'],
  launch: ['启动浏览器', 'Start the browser'],
  inspect: ['环境清洁性检查', 'Check that the environment is clean'],
  load: ['打开网页', 'Open the page'],
  consent: ['处理同意弹窗', 'Answer the consent overlay'],
  scroll: ['滚动加载', 'Scroll'],
  settle: ['等待加载完成', 'Wait for late content'],
  screenshot: ['全页截图', 'Take the full-page screenshot'],
  dom: ['保存页面结构', 'Keep the document'],
  text: ['提取文字', 'Keep the text'],
  pdf: ['生成 PDF', 'Print to PDF'],
  certificates: ['保存网站证书', 'Keep the site’s certificates'],
  pack: ['打包网络记录', 'Pack the network record'],
};

const rungs: Record<ProofRung, [zh: string, en: string]> = {
  received: ['已接收', 'Received'],
  hashed: ['已计算摘要', 'Hashed'],
  stamped: ['已加盖可信时间戳', 'Stamped'],
  logged: ['已写入存证日志', 'Logged'],
  certified: ['已出具存证证书', 'Certified'],
};

const sentences = {
  preserving: ['正在存证', 'Preserving'],
  sealed: ['已封存', 'Sealed'],
  written: ['证据包', 'Evidence bundle'],
  partial: ['注意：页面未能完整保存，缺失项如下', 'Note: the page is not whole; missing'],
  more: ['另有', 'and more:'],
  failed: ['未能存证，未留下任何文件', 'Not preserved, and nothing was left behind'],
  refused: ['拒绝', 'Refused'],
  recovered: ['已完成上次中断的存证', 'Finished a seal that was interrupted'],
  dropped: ['已清除上次中断、未封存的存证', 'Cleared a capture that was interrupted before it was sealed'],
  howToCheck: ['验证方法', 'How to check it'],
  stopping: ['正在停止…', 'Stopping …'],
  outsideFailed: ['外部时间戳机构未应答', 'An outside timestamp authority did not answer'],
  logSize: ['日志条数', 'Size'],
  logRoot: ['根摘要', 'Root'],
  logOrigin: ['日志名称', 'Origin'],
  logKey: ['验证密钥', 'Verifier key'],
  logCheckpoints: ['检查点', 'Checkpoints'],
  logEmpty: ['日志为空', 'The log is empty'],
  logSound: ['日志完好', 'The log is sound'],
  logCounts: ['条目 / 检查点 / 分片', 'entries / checkpoints / tiles'],
  logUnsound: ['日志有误', 'The log is not sound'],
  unknownAno: ['没有这个存证编号', 'There is no attestation of this number'],
  notSealed: ['该存证尚未封存', 'This attestation is not sealed'],
  outExists: ['文件已存在，请换一个文件名', 'The file is there already: choose another name'],
} as const satisfies Record<string, readonly [string, string]>;

export interface Words {
  step(step: CaptureStep): string;
  rung(rung: ProofRung): string;
  say(sentence: keyof typeof sentences): string;
}

export function wordsIn(language: Language): Words {
  const pick = (pair: readonly [string, string]) => pair[language === 'zh' ? 0 : 1];
  return {
    step: (step) => pick(steps[step]),
    rung: (rung) => pick(rungs[rung]),
    say: (sentence) => pick(sentences[sentence]),
  };
}
