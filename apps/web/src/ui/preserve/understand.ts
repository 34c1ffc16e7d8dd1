import { completeUrls, type ShopPlatform, shopOfUrl, typedUrls } from '@proofkeep/contract';

/** Apps, besides shops, whose share texts and URLs are recognized by name. */
const apps = {
  douyin: /(^|\.)(douyin|iesdouyin)\.com$/,
  wechat: /(^|\.)weixin\.qq\.com$/,
  weibo: /(^|\.)weibo\.(com|cn)$|^t\.cn$/,
  xiaohongshu: /^xhslink\.com$/,
} as const;
export type Platform = keyof typeof apps | ShopPlatform;

/** A digest in lower-case hexadecimal, with its file's name if the text has it. */
export interface PastedDigest {
  sha256: string;
  name: string;
}

/** The kind of a text or of files, which decides the form for it. */
export type Understood =
  | { kind: 'nothing' }
  | { kind: 'unknown' }
  /** Digests of which at least one is named as SM3: only SHA-256 is accepted. */
  | { kind: 'sm3' }
  | {
      kind: 'page';
      count: number;
      /** Number of the URLs that are product pages of known shops. */
      products: number;
      /** The shop or app of all URLs; null if there are several, or none is known. */
      platform: Platform | null;
      isShare: boolean;
    }
  | { kind: 'digests'; digests: PastedDigest[] }
  | { kind: 'sheet'; name: string }
  | { kind: 'files'; count: number };

/** Matches lines of `sha256sum`, `sm3sum` and `openssl dgst`, and bare digests, which don't show their algorithm. */
const digestLine = /^\s*(?:(sha-?256|sm3)[:=]\s*)?([0-9a-f]{64})(?:\s+\*?(?<name>\S.*))?\s*$/i;
const taggedLine = /^\s*(sha2?-?256|sm3)\s*\((?<name>.+)\)\s*=\s*([0-9a-f]{64})\s*$/i;

function digestOf(line: string): (PastedDigest & { isSm3: boolean }) | null {
  const found = digestLine.exec(line);
  const tagged = found ? null : taggedLine.exec(line);
  const [algorithm, hex] = found ? [found[1], found[2]] : [tagged?.[1], tagged?.[3]];
  if (!hex) return null;
  const name = (found ?? tagged)?.groups?.name?.trim() ?? '';
  return { sha256: hex.toLowerCase(), name, isSm3: algorithm?.toLowerCase() === 'sm3' };
}

export function understandText(text: string): Understood {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return { kind: 'nothing' };
  const digests = lines.map(digestOf).filter((found) => found !== null);
  if (digests.length === lines.length)
    return digests.some(({ isSm3 }) => isSm3)
      ? { kind: 'sm3' }
      : { kind: 'digests', digests: digests.map(({ sha256, name }) => ({ sha256, name })) };
  const urls = typedUrls(completeUrls(text)).filter(({ message }) => message === null);
  if (urls.length === 0) return { kind: 'unknown' };
  const found = urls.map(({ text: url }) => shopOfUrl(url) ?? { platform: appOf(url), isProduct: false });
  const [first] = found;
  const isOne = found.every(({ platform }) => platform === first?.platform);
  const products = found.filter(({ isProduct }) => isProduct).length;
  // Words beside the URLs indicate the text of an app's share button.
  const isShare = /\p{Script=Han}/u.test(text.replace(/https?:\/\/\S+/gi, ''));
  return { kind: 'page', count: urls.length, products, platform: isOne ? (first?.platform ?? null) : null, isShare };
}

function appOf(url: string): keyof typeof apps | null {
  const host = URL.parse(url)?.hostname ?? '';
  const names = Object.keys(apps) as (keyof typeof apps)[];
  return names.find((name) => apps[name].test(host)) ?? null;
}

const sheetName = /\.(xlsx|csv)$/i;

/** One spreadsheet is a batch of URLs; other files, and all files of folders, are preserved as files. */
export function understandFiles(files: readonly File[]): Understood {
  const [first] = files;
  if (!first) return { kind: 'nothing' };
  return files.length === 1 && sheetName.test(first.name) && !first.webkitRelativePath
    ? { kind: 'sheet', name: first.name }
    : { kind: 'files', count: files.length };
}
