import { completeUrls, type ShopPlatform, shopOfUrl, typedUrls } from '@proofkeep/contract';

/** Apps, besides shops, whose share texts and URLs are recognized by name. */
const apps = {
  douyin: /(^|\.)(douyin|iesdouyin)\.com$/,
  wechat: /(^|\.)weixin\.qq\.com$/,
  weibo: /(^|\.)weibo\.(com|cn)$|^t\.cn$/,
  xiaohongshu: /^xhslink\.com$/,
} as const;
export type Platform = keyof typeof apps | ShopPlatform;

/** Digests of one algorithm: lower-case hexadecimal, each with its file's name if the text has it (`sha256sum`). */
export interface PastedDigest {
  sha256: string;
  name: string;
}

/** The kind of a text or of files, which decides the form for it. */
export type Understood =
  | { kind: 'nothing' }
  | { kind: 'unknown' }
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

const digestLine = /^\s*(?:sha256[:=]\s*)?([0-9a-f]{64})(?:\s+\*?(\S.*))?\s*$/i;

export function understandText(text: string): Understood {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return { kind: 'nothing' };
  const digests = lines.map((line) => digestLine.exec(line));
  if (digests.every((found) => found !== null))
    return {
      kind: 'digests',
      digests: digests.map((found) => ({ sha256: found[1]?.toLowerCase() ?? '', name: found[2]?.trim() ?? '' })),
    };
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

/** One spreadsheet is a batch of URLs; other files are preserved as files. */
export function understandFiles(files: readonly File[]): Understood {
  const [first] = files;
  if (!first) return { kind: 'nothing' };
  return files.length === 1 && sheetName.test(first.name)
    ? { kind: 'sheet', name: first.name }
    : { kind: 'files', count: files.length };
}
