import { beginPartySession } from '../../../http/party-sessions.ts';
import type { TestService } from '../../../testing/service.ts';
import { newMatterNo } from '../../notarization/number.ts';

/** A signed-in party in an otherwise empty matter. */
export async function givenParty(service: TestService): Promise<{ no: string; partyId: string; token: string }> {
  const { database, given, now } = service;
  const { accountId, loginId } = await given.login();
  const no = newMatterNo();
  const { rows } = await database.pool.query<{ id: string }>(
    `with made as (
       insert into matter (no, account_id, login_id, kind, state, content_encrypted, created_at, changed_at)
       values ($1, $2, $3, 'declaration', 'submitted', '', $4, $4) returning id
     )
     insert into matter_party (matter_id, place, role, kind, name, id_number_encrypted, id_number_fingerprint, phone)
     select id, 0, 'applicant', 'person', '王芳', '', '', $5 from made returning id`,
    [no, accountId, loginId, now, given.phone()],
  );
  const partyId = rows[0]?.id ?? '';
  const { token } = await beginPartySession(database.pool, { partyId, address: '192.0.2.1', userAgent: 'test', now });
  return { no, partyId, token };
}
