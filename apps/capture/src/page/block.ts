import type { CaptureReport } from '@proofkeep/contract';

type Block = CaptureReport['block'];

/** What a page shows by which it is judged whether it is the page asked for or one that stands in front of it. */
export interface Appearance {
  status: number | null;
  headers: Readonly<Record<string, string>>;
  requestedUrl: string;
  finalUrl: string;
  title: string;
  text: string;
  passwordFields: number;
  pictures: number;
  /** Widgets of known challenges found in the document. */
  markers: readonly string[];
}

const challengeTitles =
  /just a moment|attention required|checking your browser|verify(ing)? you are human|are you (a )?(human|robot)|access denied|pardon our interruption|安全验证|人机验证|访问验证|验证码|请完成验证/i;
const challengeWords =
  /verify (that )?you are (a )?human|unusual traffic|enable javascript and cookies to continue|ddos protection by|拖动滑块|滑块验证|按住滑块|请完成(安全|下列|以下)?验证|输入验证码|异常(访问|流量)|访问过于频繁/i;
const loginAddress = /(^|[/._-])(log-?in|sign-?in|passport|sso|auth(enticate)?|account\/login|denglu)([/._?#-]|$)/i;
const loginWords = /log ?in|sign ?in|登录|登入|登陆|扫码/i;

/** Pages that only ask for something are short; one with so much text has something of its own to show. */
const shortText = 1_500;

/** Null where the page itself seems to be there. Judged by signs, so it can err both ways; the evidence says which sign it was. */
export function recogniseBlock(page: Appearance): Block {
  return challenge(page) ?? loginWall(page) ?? httpError(page) ?? empty(page);
}

function challenge({ status, headers, title, text, markers }: Appearance): Block {
  const isRefusal = status === 403 || status === 429 || status === 503;
  const isShort = text.length < shortText;
  const found = [
    header(headers, 'cf-mitigated') === 'challenge' && 'the header cf-mitigated: challenge',
    markers.length > 0 && (isShort || isRefusal) && `a ${markers.join(' and a ')}`,
    challengeTitles.test(title) && (isShort || isRefusal) && `the title “${title}”`,
    isShort && matched(challengeWords, text),
  ].filter((sign) => typeof sign === 'string');
  return found.length > 0 ? { kind: 'challenge', evidence: sentence(found, status) } : null;
}

function loginWall({ status, requestedUrl, finalUrl, title, text, passwordFields }: Appearance): Block {
  const isShort = text.length < shortText;
  const wasSentToLogin =
    pathOf(requestedUrl) !== pathOf(finalUrl) &&
    loginAddress.test(pathOf(finalUrl)) &&
    !loginAddress.test(pathOf(requestedUrl));
  const found = [
    status === 401 && 'HTTP 401',
    wasSentToLogin && (passwordFields > 0 || isShort) && `a redirect to ${finalUrl}`,
    passwordFields > 0 && isShort && loginWords.test(`${title} ${text}`) && 'a password field and little else',
  ].filter((sign) => typeof sign === 'string');
  return found.length > 0 ? { kind: 'login-wall', evidence: sentence(found, null) } : null;
}

const httpError = ({ status }: Appearance): Block =>
  status !== null && status >= 400 ? { kind: 'http-error', evidence: `HTTP ${status}` } : null;

const empty = ({ text, pictures }: Appearance): Block =>
  text === '' && pictures === 0 ? { kind: 'empty', evidence: 'The page shows neither text nor pictures.' } : null;

function matched(pattern: RegExp, text: string): string | false {
  const found = pattern.exec(text)?.[0];
  return found ? `the words “${found}”` : false;
}

function sentence(signs: string[], status: number | null): string {
  return [...signs, ...(status !== null && status >= 400 ? [`HTTP ${status}`] : [])].join(', ');
}

function header(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.hostname}${parsed.pathname}` : '';
}
