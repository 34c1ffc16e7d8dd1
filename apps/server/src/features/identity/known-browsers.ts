import type { Context } from '../../http/context.ts';
import { isKnownBrowser, upsertBrowser } from './browser-store.ts';

const knownMs = 90 * 86_400_000;

type Requester = Pick<Context, 'db' | 'now' | 'browserSha256' | 'hasBrowserSecret'>;

/**
 * Returns the digest of the browser's secret if this user has signed in with the browser before. Runs the same query for an
 * unknown login, so that response time reveals nothing.
 */
export async function knownBrowser(
  loginId: string | undefined,
  { db, now, browserSha256, hasBrowserSecret }: Requester,
): Promise<Buffer | undefined> {
  if (!hasBrowserSecret) return undefined;
  const browser = browserSha256();
  const since = new Date(now.getTime() - knownMs);
  return (await isKnownBrowser(db, { loginId: loginId ?? null, browser, since })) ? browser : undefined;
}

/** Remembers the browser of a sign-in. Programs keep no cookies, so they are not remembered. */
export async function rememberBrowser(loginId: string, context: Requester & Pick<Context, 'isBrowser'>): Promise<void> {
  const { db, now } = context;
  if (!context.isBrowser && !context.hasBrowserSecret) return;
  await upsertBrowser(db, { loginId, browser: context.browserSha256(), now, since: new Date(now.getTime() - knownMs) });
}
