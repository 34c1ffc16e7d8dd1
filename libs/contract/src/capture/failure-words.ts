import type { Word } from '../shared/words.ts';
import type { CaptureFailure } from './failures.ts';

const ours: Word = ['平台故障，未能完成取证', 'A problem on our side stopped this capture'];
const quote: Word = [
  '平台已多次自动重试。请稍后再试；如仍失败，请把编号告知客服。',
  'We retried several times. Try again later; if it still fails, quote the reference to support.',
];

/** Sentence on each reason why a capture can fail. */
export const failureWords: Record<CaptureFailure, Word> = {
  URL_REFUSED: ['该网址不能存证', "This URL can't be preserved"],
  EGRESS_REFUSED: ['不允许访问该网站', "This site can't be captured"],
  NAME_NOT_RESOLVED: ['找不到该网站', 'Site not found'],
  CONNECTION_FAILED: ['无法连接该网站', "The site couldn't be reached"],
  TLS_INVALID: ['网站的 TLS 证书无效', "The site's TLS certificate is invalid"],
  LOAD_TIMEOUT: ['网页打开超时', 'The page took too long to load'],
  PAGE_CRASHED: ['网页使浏览器崩溃', 'The page crashed the browser'],
  MEMORY_EXCEEDED: ['网页占用内存过多', 'The page used too much memory'],
  WALL_TIME_EXCEEDED: ['取证超过总时限', 'The capture took too long'],
  NOT_A_PAGE: ['该网址不是网页', "This URL isn't a page"],
  COOKIES_GONE: ['登录资料已删除或过期', 'The signed-in profile was deleted or has expired'],
  COOKIES_OTHER_SITE: ['登录资料不适用于该网站', 'The signed-in profile is for another site'],
  COOKIES_REFUSED: ['浏览器不接受所提供的 Cookie', 'The browser rejected a cookie of the signed-in profile'],
  COOKIES_SHOWN: ['网页内容中含有登录凭据', 'The page contains a sign-in credential'],
  ISOLATION_FAILED: ours,
  CLOCK_FAR: ours,
  BROWSER_MISSING: ours,
  BROWSER_FAILED: ours,
  ABORTED: ours,
  INTERRUPTED: ours,
  INTERNAL: ours,
};

/** Advice for each reason. */
export const failureAdvice: Record<CaptureFailure, Word> = {
  URL_REFUSED: ['请检查网址后重新提交。', 'Check the URL and submit it again.'],
  EGRESS_REFUSED: [
    '只能存证公网网页。如需存证内部网页，请联系客服。',
    'Only pages on the public internet can be preserved. Contact support about internal pages.',
  ],
  NAME_NOT_RESOLVED: [
    '请检查域名是否有误；如果网站能在您的浏览器中打开，请稍后重试。',
    'Check the domain for typos. If the site opens in your browser, try again later.',
  ],
  CONNECTION_FAILED: [
    '请确认网站能在您的浏览器中打开，稍后重试。',
    'Check that the site opens in your browser, then try again later.',
  ],
  TLS_INVALID: [
    '如仍要存证，请重新提交并勾选“网站 TLS 证书无效时仍继续取证”。',
    "To preserve it anyway, submit it again with “Continue if the site's TLS certificate is invalid”.",
  ],
  LOAD_TIMEOUT: ['请确认网页能够正常打开，稍后重试。', 'Check that the page opens normally, then try again later.'],
  PAGE_CRASHED: [
    '请重试；如多次失败，说明该网页无法自动取证。',
    "Try again. If it keeps failing, the page can't be captured.",
  ],
  MEMORY_EXCEEDED: ['请重试，或存证内容较少的页面。', 'Try again, or preserve a page with less content.'],
  WALL_TIME_EXCEEDED: ['请在网站访问较快时重试。', 'Try again when the site responds faster.'],
  NOT_A_PAGE: [
    '请在浏览器中打开该网址，提交最终显示的网页的网址。如果打开后是下载文件，请下载后用“文件存证”提交。',
    'Open the URL in your browser and submit the URL of the page you end up on. If it downloads a file, preserve that file instead.',
  ],
  COOKIES_GONE: ['请重新保存登录资料后再提交。', 'Save the signed-in profile again, then submit the page again.'],
  COOKIES_OTHER_SITE: [
    '请选择该网站的登录资料后重新提交。',
    'Submit the page again with a signed-in profile for its site.',
  ],
  COOKIES_REFUSED: [
    '请从浏览器重新导出该网站的 Cookie，保存后再提交。',
    'Export the cookies of the site from your browser again, save them, then submit the page again.',
  ],
  COOKIES_SHOWN: [
    '证据中不得含有登录凭据，因此没有存证。请改用在线取证。',
    'Evidence must not contain it, so nothing was preserved. Use a live session instead.',
  ],
  ISOLATION_FAILED: quote,
  CLOCK_FAR: quote,
  BROWSER_MISSING: quote,
  BROWSER_FAILED: quote,
  ABORTED: quote,
  INTERRUPTED: quote,
  INTERNAL: quote,
};
