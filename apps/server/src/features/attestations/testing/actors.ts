import { type AttestationEvent, attestationStateTable } from '@proofkeep/contract';
import type { Actor } from '../custody.ts';

/** A user who acts as themselves. */
export const actingAs = (loginId: string): Actor => ({ loginId, personId: loginId, isOwn: true });

/** An actor who may cause an event: the service if possible, otherwise a node or this login. */
export function actorFor(event: AttestationEvent, loginId = 'holder'): Actor {
  const roles = attestationStateTable.rows.filter((row) => row.event === event).flatMap(({ who }) => who);
  if (roles.includes('service')) return 'service';
  return roles.includes('node') ? { node: 'node' } : actingAs(loginId);
}
