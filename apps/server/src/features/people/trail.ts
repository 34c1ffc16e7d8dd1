import type { TrailEvent } from '@proofkeep/contract';
import type { TrailRow } from './trail-store.ts';

export function trailEventOf(row: TrailRow): TrailEvent {
  const { id, at, event, accountId, accountName, address, traceId, subject } = row;
  // If a staff member acted, the login of the row is the one they acted on, not the actor.
  const about: TrailEvent['subject'] = row.staffId && row.loginName ? { login: row.loginName } : {};
  return {
    id: String(id),
    at: at.toISOString(),
    event,
    by: actorOf(row),
    accountId,
    accountName,
    address,
    traceId,
    subject: { ...subject, ...about },
  };
}

function actorOf(row: TrailRow): TrailEvent['by'] {
  if (row.staffId)
    return { kind: 'staff', id: row.staffId, name: row.staffName ?? '', role: row.staffRole, actingAs: null };
  if (!row.personId) return null;
  const actingAs = row.loginId === row.personId ? null : row.loginName;
  return { kind: 'login', id: row.personId, name: row.personName ?? '', role: null, actingAs };
}
