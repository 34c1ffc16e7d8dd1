import type { CaptureFailure, Word } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../../ui/words/words.ts';

const failureWords: Record<CaptureFailure, Word> = {
  URL_REFUSED: ['网址不允许取证', 'URL not allowed'],
  EGRESS_REFUSED: ['目标不在公网', 'Destination not public'],
  NAME_NOT_RESOLVED: ['域名无法解析', 'Domain not resolved'],
  CONNECTION_FAILED: ['无法连接网站', 'Connection failed'],
  TLS_INVALID: ['网站 TLS 证书无效', 'Invalid TLS certificate'],
  LOAD_TIMEOUT: ['网页加载超时', 'Page load timeout'],
  PAGE_CRASHED: ['网页崩溃', 'Page crashed'],
  MEMORY_EXCEEDED: ['网页占用内存过多', 'Page used too much memory'],
  WALL_TIME_EXCEEDED: ['取证超过总时限', 'Capture took too long'],
  NOT_A_PAGE: ['不是网页', 'Not a page'],
  COOKIES_GONE: ['登录资料已过期', 'Signed-in profile gone'],
  COOKIES_OTHER_SITE: ['登录资料属于其他网站', 'Profile of another site'],
  COOKIES_REFUSED: ['浏览器拒绝 Cookie', 'Cookie rejected'],
  COOKIES_SHOWN: ['网页含登录凭据', 'Credential in the page'],
  ISOLATION_FAILED: ['网络隔离未通过', 'Network isolation failed'],
  CLOCK_FAR: ['节点时钟偏差过大', 'Node clock off'],
  BROWSER_MISSING: ['节点没有浏览器', 'No browser on the node'],
  BROWSER_FAILED: ['浏览器未能启动', 'Browser did not start'],
  ABORTED: ['被中止', 'Aborted'],
  INTERRUPTED: ['节点中断', 'Interrupted'],
  INTERNAL: ['内部错误', 'Internal error'],
};

const isFailure = (code: string): code is CaptureFailure => code in failureWords;

/** Returns the text for a capture's failure code, or the code itself if it is unknown. */
export function useFailureWords(): (code: string) => string {
  const language = useLanguage();
  return (code) => (isFailure(code) ? wordIn(failureWords[code], language) : code);
}
