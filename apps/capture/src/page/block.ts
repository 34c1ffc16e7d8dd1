import { type CaptureReport, type Message, message } from '@proofkeep/contract';
import type { Overlay } from './overlay.ts';

type Block = CaptureReport['block'];

/** Signs by which a page is classified as the requested one or as one that blocks it. */
export interface Appearance {
  status: number | null;
  headers: Readonly<Record<string, string>>;
  requestedUrl: string;
  finalUrl: string;
  title: string;
  text: string;
  passwordFields: number;
  pictures: number;
  overlay: Overlay | null;
  /** Widgets of known challenges found in the document. */
  markers: readonly string[];
}

const challengeTitles =
  /just a moment|attention required|checking your browser|verify(ing)? you are human|are you (a )?(human|robot)|access denied|pardon our interruption|安全验证|人机验证|访问验证|验证码|请完成验证/i;
const challengeWords =
  /verify (that )?you are (a )?human|unusual traffic|enable javascript and cookies to continue|ddos protection by|拖动滑块|滑块验证|按住滑块|请完成(安全|下列|以下)?验证|输入验证码|异常(访问|流量)|访问过于频繁/i;
const loginAddress = /(^|[/._-])(log-?in|sign-?in|passport|sso|auth(enticate)?|account\/login|denglu)([/._?#-]|$)/i;
const loginWords = /log ?in|sign ?in|登录|登入|登陆|扫码/i;

/** Challenge and login pages are short; a page with more text than this has its own content. */
const shortText = 1_500;

/**
 * Returns null if the requested page seems to be shown. A heuristic that can err both ways; the block states its signs.
 */
export function recogniseBlock(page: Appearance): Block {
  return challenge(page) ?? loginWall(page) ?? httpError(page) ?? covered(page) ?? empty(page);
}

function challenge({ status, headers, title, text, markers }: Appearance): Block {
  const isRefusal = status === 403 || status === 429 || status === 503;
  const isShort = text.length < shortText;
  const words = isShort ? challengeWords.exec(text)?.[0] : undefined;
  const signs: Message[] = [];
  if (header(headers, 'cf-mitigated') === 'challenge')
    signs.push(message('block.header', { header: 'cf-mitigated: challenge' }));
  if (isShort || isRefusal) signs.push(...markers.map((widget) => message('block.widget', { widget })));
  if (challengeTitles.test(title) && (isShort || isRefusal)) signs.push(message('block.title', { title }));
  if (words) signs.push(message('block.words', { words }));
  if (signs.length === 0) return null;
  return { kind: 'challenge', signs: [...signs, ...errorStatus(status)] };
}

function loginWall({ status, requestedUrl, finalUrl, title, text, passwordFields }: Appearance): Block {
  const isShort = text.length < shortText;
  const wasSentToLogin =
    pathOf(requestedUrl) !== pathOf(finalUrl) &&
    loginAddress.test(pathOf(finalUrl)) &&
    !loginAddress.test(pathOf(requestedUrl));
  const signs: Message[] = [];
  if (status === 401) signs.push(...errorStatus(status));
  if (wasSentToLogin && (passwordFields > 0 || isShort)) signs.push(message('block.redirect', { url: finalUrl }));
  if (passwordFields > 0 && isShort && loginWords.test(`${title} ${text}`)) signs.push(message('block.password'));
  return signs.length > 0 ? { kind: 'login-wall', signs } : null;
}

function httpError({ status }: Appearance): Block {
  const signs = errorStatus(status);
  return signs.length > 0 ? { kind: 'http-error', signs } : null;
}

function covered({ overlay }: Appearance): Block {
  if (!overlay) return null;
  const { percent, label } = overlay;
  const sign = label ? message('block.overlay-named', { percent, label }) : message('block.overlay', { percent });
  return { kind: 'overlay', signs: [sign] };
}

const empty = ({ text, pictures }: Appearance): Block =>
  text === '' && pictures === 0 ? { kind: 'empty', signs: [message('block.nothing')] } : null;

const errorStatus = (status: number | null): Message[] =>
  status !== null && status >= 400 ? [message('block.status', { status })] : [];

function header(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.hostname}${parsed.pathname}` : '';
}
