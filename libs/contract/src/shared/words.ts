import type { ProofRung, WorkStep } from '../attestations/states.ts';
import type { Block, CaptureStep, Missing } from '../capture/capture.ts';
import type { Language } from './language.ts';
import { sentenceIn } from './sentences.ts';

/** Chinese and English, in this order. */
export type Word = readonly [zh: string, en: string];

/** What rules of inputs say of themselves (`params.says` of a refinement), in words. */
export const inputWords: Readonly<Record<string, Word>> & { orderNo: Word } = {
  orderNo: ['订单编号有误，请核对每一位数字', 'This order number is mistyped: compare each digit'],
  characters: ['含有无法保存的字符', 'It contains characters that cannot be stored'],
  'unknown-field': ['含有未知字段', 'Unknown field'],
  'each once': ['不能重复', 'This stands there twice'],
};

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

export const workStepWords: Record<WorkStep, Word> = {
  ...stepWords,
  stamp: ['计算摘要并加盖时间戳', 'Hash everything and have it stamped'],
};

export const rungWords: Record<ProofRung, Word> = {
  received: ['已接收', 'Received'],
  hashed: ['已计算摘要', 'Hashed'],
  stamped: ['已加盖可信时间戳', 'Stamped'],
  logged: ['已写入存证日志', 'Logged'],
  certified: ['已出具存证证书', 'Certified'],
};

export const missingWords: Record<Missing['why'], Word> = {
  'refused-by-egress': ['不允许访问', 'not let out'],
  'network-error': ['网络错误', 'network error'],
  'body-unavailable': ['没有内容', 'no body'],
  truncated: ['不完整', 'cut off'],
  limit: ['达到上限', 'limit reached'],
  unfinished: ['未加载完', 'unfinished'],
};

const blockWords: Record<Block['kind'], Word> = {
  'login-wall': ['登录页挡在前面', 'A login page stands in front'],
  challenge: ['人机验证挡在前面', 'A challenge stands in front'],
  'http-error': ['网站返回错误', 'The site answered with an error'],
  empty: ['页面是空的', 'The page is empty'],
};

/** What stands in front of the page, and the signs by which it was recognised. */
export function blockSentence({ kind, signs }: Block, language: Language): string {
  const [zh, en] = blockWords[kind];
  return language === 'zh'
    ? `${zh}：${signs.map((sign) => sentenceIn(sign, 'zh')).join('，')}。`
    : `${en}: ${signs.map((sign) => sentenceIn(sign, 'en')).join(', ')}.`;
}
