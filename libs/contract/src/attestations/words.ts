import type { CaptureStep, Missing } from '../capture/capture.ts';
import type { Word } from '../shared/words.ts';
import type { ProofRung, WorkStep } from './states.ts';

/** Words for the steps of a capture. */
export const stepWords: Record<CaptureStep, Word> = {
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
  pdf: ['生成 PDF', 'Make the PDF'],
  certificates: ['保存网站证书', 'Keep the site’s certificates'],
  pack: ['打包网络记录', 'Pack the network record'],
};

/** Words for the steps until an attestation is sealed. */
export const workStepWords: Record<WorkStep, Word> = {
  ...stepWords,
  stamp: ['计算摘要并加盖时间戳', 'Hash everything and have it stamped'],
};

/** Words for how far the proof of an attestation has come. */
export const rungWords: Record<ProofRung, Word> = {
  received: ['已接收', 'Received'],
  hashed: ['已计算摘要', 'Hashed'],
  stamped: ['已加盖可信时间戳', 'Stamped'],
  logged: ['已写入存证日志', 'Logged'],
  certified: ['已出具存证证书', 'Certified'],
};

/** Words for the reasons why a resource of a page is missing. */
export const missingWords: Record<Missing['why'], Word> = {
  'refused-by-egress': ['不允许访问', 'not let out'],
  'network-error': ['网络错误', 'network error'],
  'body-unavailable': ['没有内容', 'no body'],
  truncated: ['不完整', 'cut off'],
  limit: ['达到上限', 'limit reached'],
  unfinished: ['未加载完', 'unfinished'],
};
