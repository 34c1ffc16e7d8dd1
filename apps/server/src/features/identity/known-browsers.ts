import type { Context } from '../../http/context.ts';

const knownMs = 90 * 86_400_000;

type Asking = Pick<Context, 'db' | 'now' | 'browserSha256' | 'hasBrowserSecret'>;

/**
 * Returns the digest of the browser's secret where this user has signed in with it before. The same is asked of the database
 * where nobody has that name, so that time does not tell.
 */
export async function knownBrowser(
  loginId: string | undefined,
  { db, now, browserSha256, hasBrowserSecret }: Asking,
): Promise<Buffer | undefined> {
  if (!hasBrowserSecret) return undefined;
  const browser = browserSha256();
  const { rowCount } = await db.query(
    'select from login_browser where login_id = $1 and browser_sha256 = $2 and seen_at > $3',
    [loginId ?? null, browser, new Date(now.getTime() - knownMs)],
  );
  return rowCount === 1 ? browser : undefined;
}

/** Programs, which keep no cookies, are not remembered; browsers that were not used for long are forgotten. */
export async function rememberBrowser(loginId: string, context: Asking & Pick<Context, 'isBrowser'>): Promise<void> {
  const { db, now } = context;
  if (!context.isBrowser && !context.hasBrowserSecret) return;
  await db.query('delete from login_browser where login_id = $1 and seen_at <= $2', [
    loginId,
    new Date(now.getTime() - knownMs),
  ]);
  await db.query(
    `insert into login_browser (login_id, browser_sha256, seen_at) values ($1, $2, $3)
     on conflict (login_id, browser_sha256) do update set seen_at = excluded.seen_at`,
    [loginId, context.browserSha256(), now],
  );
}
