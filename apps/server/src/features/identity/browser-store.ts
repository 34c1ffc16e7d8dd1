import type { Client } from '../../database/client.ts';

export async function isKnownBrowser(
  db: Client,
  o: { loginId: string | null; browser: Buffer; since: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from login_browser where login_id = $1 and browser_sha256 = $2 and seen_at > $3',
    [o.loginId, o.browser, o.since],
  );
  return rowCount === 1;
}

/** Records that a browser was used now, and deletes those not used since a given time. */
export async function upsertBrowser(
  db: Client,
  o: { loginId: string; browser: Buffer; now: Date; since: Date },
): Promise<void> {
  await db.query('delete from login_browser where login_id = $1 and seen_at <= $2', [o.loginId, o.since]);
  await db.query(
    `insert into login_browser (login_id, browser_sha256, seen_at) values ($1, $2, $3)
     on conflict (login_id, browser_sha256) do update set seen_at = excluded.seen_at`,
    [o.loginId, o.browser, o.now],
  );
}

export async function deleteBrowsers(db: Client, loginId: string): Promise<void> {
  await db.query('delete from login_browser where login_id = $1', [loginId]);
}
