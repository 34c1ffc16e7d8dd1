import { type AuditEntry, type InputOf, maskedName, type memberCalls } from '@proofkeep/contract';
import { listPage } from '../../database/listing.ts';
import type { Context } from '../../http/context.ts';

type Asked = InputOf<typeof memberCalls.auditList>;

/**
 * What people did in an account or, from outside, to it: a switch to one of its seats stands in the trail of the account that
 * was left. What the console did is not theirs.
 */
const ofAccount = `(e.account_id = $1 or (e.subject ? 'toAccountId' and e.subject ->> 'toAccountId' = $1::text))
  and e.staff_id is null and ($2::uuid is null or e.login_id = $2 or e.person_id = $2)`;

interface Row {
  id: string;
  at: Date;
  event: string;
  personId: string | null;
  personName: string | null;
  loginId: string | null;
  loginName: string | null;
  address: string;
  isOutside: boolean;
  isRefused: boolean;
  about: string | null;
  ano: string | null;
}

const columns = `e.id::text, e.at, e.event, e.person_id as "personId", p.name as "personName", e.login_id as "loginId",
  l.name as "loginName", e.address, e.account_id is distinct from $1 as "isOutside", e.subject ? 'outcome' as "isRefused",
  coalesce(e.subject ->> 'about', e.subject ->> 'phone') as about, e.subject ->> 'ano' as ano`;

export async function auditList({ userId, ...page }: Asked, { db, caller }: Context<'main'>) {
  const told = 'left join login p on p.id = e.person_id left join login l on l.id = e.login_id';
  const values = [caller.accountId, userId ?? null];
  const listing = { columns, from: 'audit e', where: ofAccount, told, by: 'e.id desc', values };
  const { rows, total } = await listPage<Row>(db, listing, page);
  return { list: rows.map(entryOf), total };
}

/** Who does these comes to the account by them, or has been in it: it knows his name. */
const namedFor = new Set(['invitation.accepted', 'identity.switched', 'seat.left']);

/** Of what came from outside: where he was is nothing to the account, nor is the name of who did not come. */
function entryOf({ at, personId, personName, loginId, loginName, isOutside, ...row }: Row): AuditEntry {
  const name = isOutside && !namedFor.has(row.event) ? maskedName(personName ?? '') : (personName ?? '');
  const isActing = personId !== null && loginId !== null && loginId !== personId;
  return {
    ...row,
    at: at.toISOString(),
    address: isOutside ? null : row.address,
    person: personId === null ? null : { userId: personId, name },
    actedAs: isActing ? { userId: loginId, name: loginName ?? '' } : null,
  };
}
