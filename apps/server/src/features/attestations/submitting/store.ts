import type { Client } from '../../../database/client.ts';

interface Names {
  account: string;
  holderId: string;
  person: string;
  login: string;
}

/** The names that a manifest states: of the account, its holder, the acting person and the login. */
export async function findNames(
  db: Client,
  { loginId, personId }: { loginId: string; personId: string },
): Promise<Names> {
  const { rows } = await db.query<Names & object>(
    `select a.name as account, h.id as "holderId", p.name as person, l.name as login
     from login l join account a on a.id = l.account_id join login h on h.account_id = a.id and h.role = 'main'
     join login p on p.id = $2
     where l.id = $1`,
    [loginId, personId],
  );
  const [names] = rows;
  if (!names) throw new Error(`Login ${loginId} has no account, or the account no holder.`);
  return names;
}
