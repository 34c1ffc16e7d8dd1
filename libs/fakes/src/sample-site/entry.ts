import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The role of a resource in the page that requests it. */
export type ResourceKind =
  | 'page'
  | 'frame'
  | 'popup'
  | 'style'
  | 'script'
  | 'font'
  | 'image'
  | 'lazy-image'
  | 'observed-image'
  | 'candidate-image'
  | 'background'
  | 'shadow-image'
  | 'big-body'
  | 'late-call'
  | 'feed'
  | 'worker'
  | 'media'
  | 'not-found'
  | 'clock';

/** A URL path of the site that always returns the same bytes. */
export interface SiteEntry {
  readonly path: string;
  readonly kind: ResourceKind;
  readonly mediaType: string;
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  body(): Buffer;
}

type Extra = Partial<Pick<SiteEntry, 'status' | 'headers'>>;

/** Makes an entry whose body is created on the first request. */
export function entry(
  path: string,
  kind: ResourceKind,
  mediaType: string,
  make: () => Buffer,
  extra: Extra = {},
): SiteEntry {
  let made: Buffer | undefined;
  return { path, kind, mediaType, status: 200, headers: {}, ...extra, body: () => (made ??= make()) };
}

/** Reads a file of `pages/`. */
export const page = (name: string): Buffer => readFileSync(new URL(`pages/${name}`, import.meta.url));

/** Reads a file of `pages/` and replaces each `{{name}}`. */
export const filled = (name: string, values: Record<string, string>): Buffer =>
  Buffer.from(
    page(name)
      .toString('utf8')
      .replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? ''),
  );

/** Media type of the pages. */
export const html = 'text/html; charset=utf-8';

/** SHA-256 of a body, hexadecimal. */
export const sha256 = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
