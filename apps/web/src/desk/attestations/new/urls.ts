import { type Message, message } from '@proofkeep/contract';

/** Maximum URLs per call (contract). */
export const mostUrls = 50;

export interface Typed {
  text: string;
  /** Null if the local check finds no problem. */
  message: Message | null;
}

/** Splits text at whitespace into unique URLs and checks their syntax. The server checks where they lead. */
export function typedUrls(text: string): Typed[] {
  const parts = new Set(text.split(/\s+/).filter(Boolean));
  return [...parts].map((part) => ({ text: part, message: whyNot(part) }));
}

function whyNot(text: string): Message | null {
  const url = URL.parse(text);
  if (!url) return message('url.not-an-address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return message('url.scheme', { scheme: url.protocol });
  if (url.username || url.password) return message('url.credentials');
  return null;
}

/** A host name with a dot, and an optional port and path: `www.example.com/page`, `例子.中国`. */
const bare = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u;

/** Adds `https://` to URLs typed without a scheme, as browsers do; changes nothing else. */
export const completed = (text: string): string =>
  text.replace(/\S+/g, (part) => (bare.test(part) ? `https://${part}` : part));
