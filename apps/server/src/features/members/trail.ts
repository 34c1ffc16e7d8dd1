import { type AuditEntry, type InputOf, maskedName, type memberCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { listTrail, type TrailRow } from './trail-store.ts';

type Calls = typeof memberCalls;

export async function auditList({ userId, ...page }: InputOf<Calls['auditList']>, { db, caller }: Context<'main'>) {
  const { rows, total } = await listTrail(db, { accountId: caller.accountId, userId }, page);
  return { list: rows.map(entryOf), total };
}

/** Events by which a person joins or leaves the account, so it knows their name. */
const namedFor = new Set(['invitation.accepted', 'identity.switched', 'seat.left']);

/** For events from outside, hides the address, and the name of a person who did not join the account. */
function entryOf({ at, personId, personName, loginId, loginName, isOutside, ...row }: TrailRow): AuditEntry {
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
