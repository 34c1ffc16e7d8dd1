import { type Said, say } from '@proofkeep/contract';

/** The contract takes so many at once. */
export const mostUrls = 50;

export interface Typed {
  text: string;
  /** Null where nothing is wrong as far as can be told here. */
  said: Said | null;
}

/**
 * The addresses of a text, one a line or parted by spaces, each once. What can be told wrong of one without asking anybody is
 * told at once; what it leads to is for the service to judge.
 */
export function typedUrls(text: string): Typed[] {
  const parts = new Set(text.split(/\s+/).filter(Boolean));
  return [...parts].map((part) => ({ text: part, said: whyNot(part) }));
}

function whyNot(text: string): Said | null {
  const url = URL.parse(text);
  if (!url) return say('url.not-an-address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return say('url.scheme', { scheme: url.protocol });
  if (url.username || url.password) return say('url.credentials');
  return null;
}

/** A host name with a dot, and whatever follows it: `www.example.com/page`, `例子.中国`. */
const bare = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u;

/** The same text; addresses as people say them, without a scheme, get the one that a browser would try first. */
export const completed = (text: string): string =>
  text.replace(/\S+/g, (part) => (bare.test(part) ? `https://${part}` : part));
