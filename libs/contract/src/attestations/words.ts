import type { CaptureStep, Missing } from '../capture/capture.ts';
import type { Word } from '../shared/words.ts';
import type { ProofRung, WorkStep } from './states.ts';

/** Words for the steps of a capture. */
export const stepWords: Record<CaptureStep, Word> = {
  isolate: ['隔离网络', 'Isolate network'],
  launch: ['启动浏览器', 'Start browser'],
  inspect: ['环境清洁性检查', 'Check clean environment'],
  load: ['打开网页', 'Open page'],
  consent: ['处理同意弹窗', 'Dismiss cookie banner'],
  scroll: ['滚动加载', 'Scroll to load'],
  settle: ['等待加载完成', 'Wait for loading to finish'],
  screenshot: ['全页截图', 'Take full-page screenshot'],
  dom: ['保存页面结构', 'Save document'],
  text: ['提取文字', 'Extract text'],
  product: ['提取商品信息', 'Read product facts'],
  pdf: ['生成 PDF', 'Create PDF'],
  certificates: ['保存网站 TLS 证书', 'Save TLS certificates'],
  steer: ['操作并录制', 'Control and record'],
  playback: ['生成回放视频', 'Create playback copy'],
  pack: ['打包网络记录', 'Package network record'],
};

/** Words for the steps until an attestation is sealed. */
export const workStepWords: Record<WorkStep, Word> = {
  ...stepWords,
  stamp: ['计算摘要并加盖时间戳', 'Hash and timestamp'],
};

/** Words for how far the proof of an attestation has come. */
export const rungWords: Record<ProofRung, Word> = {
  received: ['已接收', 'Received'],
  hashed: ['已计算摘要', 'Hashed'],
  stamped: ['已加盖可信时间戳', 'Timestamped'],
  logged: ['已写入存证日志', 'Logged'],
  certified: ['已出具存证证书', 'Certified'],
};

/** Words for the reasons why a resource of a page is missing. */
export const missingWords: Record<Missing['why'], Word> = {
  'refused-by-egress': ['不允许访问', 'blocked'],
  'network-error': ['网络错误', 'network error'],
  'body-unavailable': ['没有内容', 'no content'],
  truncated: ['不完整', 'incomplete'],
  limit: ['达到上限', 'limit reached'],
  unfinished: ['未加载完', 'not loaded'],
};
