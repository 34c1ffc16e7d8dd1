import { type Message, message } from '../shared/sentences.ts';

/** Maximum URLs per call (contract). */
export const mostUrls = 50;

/** A URL as it was typed. */
export interface TypedUrl {
  text: string;
  /** Null if the local check finds no problem. */
  message: Message | null;
}

/** Takes the unique URLs out of a text and checks their syntax. The server checks where they lead. */
export function typedUrls(text: string): TypedUrl[] {
  const parts = new Set(text.split('\n').flatMap((line) => partsOf(line, text)));
  return [...parts].map((part) => ({ text: part, message: whyNot(part) }));
}

function whyNot(text: string): Message | null {
  const url = URL.parse(text);
  if (!url) return message('url.not-an-address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return message('url.scheme', { scheme: url.protocol });
  if (url.username || url.password) return message('url.credentials');
  return null;
}

/** Commas and semicolons of ASCII may be part of a URL: they separate only at its end or before the next one. */
const separators = /[\s，；、]+|[,;]+(?=https?:\/\/|\s|$)/u;
/** Quotes, brackets and punctuation around a URL. */
const around = /^[“”‘’"'（(<《【「『]+|[“”‘’"'）)>》】」』。！？…]+$/gu;
const web = /https?:\/\/.*/i;
const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A host name with a dot, and an optional port and path: `www.example.com/page`, `例子.中国`. */
const bare = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u;
/** A bare host with a top-level domain, unlike the `7.99` of a text. */
const bareHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u;
/** Share texts of shops and social apps contain these beside the URL. */
const shareWords = /[【「『《]|点击|复制|打开|分享|长按|口令/u;
/** Chinese words that follow the URL of a share text without a space. */
const trailingWords = /^(https?:\/\/[^/?#]+[^\p{Script=Han}【「『《]*)[\p{Script=Han}【「『《].*$/iu;

/** Chinese words that can't be a URL. */
const isProse = (part: string): boolean => /\p{Script=Han}/u.test(part) && !/[.:/]/.test(part);

/**
 * The parts of a line that are URLs or should be. If a line has a URL, other words are left out: apps share a page as
 * `【淘宝】https://m.tb.cn/h.x 点击链接直接打开`. Other lines are kept, so that a mistyped URL is not lost, unless they are the
 * Chinese words of such a text.
 */
function partsOf(line: string, text: string): string[] {
  const parts = line.split(separators).filter(Boolean);
  if (!web.test(line)) return web.test(text) && parts.every(isProse) ? [] : parts;
  const isShare = shareWords.test(line);
  return parts.flatMap((part) => {
    const url = web.exec(part)?.[0].replace(around, '');
    if (url) return [isShare ? url.replace(trailingWords, '$1') : url];
    return hasScheme.test(part) || bareHost.test(part) ? [part] : [];
  });
}

/**
 * Adds `https://` to URLs typed without a scheme, as browsers do, and puts the URLs of a share text or a list on lines of their
 * own; changes nothing else.
 */
export const completeUrls = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const parts = partsOf(line, text);
      const isClean = line.split(/\s+/).filter(Boolean).join(' ') === parts.join(' ');
      return (isClean ? [line] : parts).map((one) =>
        one.replace(/\S+/g, (part) => (bare.test(part) ? `https://${part}` : part)),
      );
    })
    .join('\n');
