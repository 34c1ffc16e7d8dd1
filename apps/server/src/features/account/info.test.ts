import { accountCalls as calls, maskedPhone, memberCalls } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;

const givenMessages = (loginId: string, texts: string[]) =>
  service.database.pool.query(
    `insert into message (login_id, kind, message)
     select $1, 'capture', jsonb_build_object('name', 'holder.words', 'values', jsonb_build_object('text', text))
     from unnest($2::text[]) text`,
    [loginId, texts],
  );

const givenCertification = ({ loginId, accountId }: Login, kind: string, state: string) =>
  service.database.pool.query(
    `insert into certification (id, kind, account_id, person_id, state, entered, number_fingerprint, masked_name, uploads,
       provider, attempt, submitted_at, approved_at)
     values (uuidv7(), $3, $2, $1, $4, '', sha256(gen_random_uuid()::text::bytea), '王*', '{}', 'development', 1, now(),
       case when $4 = 'approved' then now() end)`,
    [loginId, accountId, kind, state],
  );

it('returns the states of both certifications and the unread count', async () => {
  const login = await given.login();
  const before = await ask(calls.accountInfo, {}, { as: login.token });
  await givenCertification(login, 'personal', 'approved');
  await givenCertification(login, 'enterprise', 'pending');
  await givenMessages(login.loginId, ['one', 'two']);

  const { data } = await ask(calls.accountInfo, {}, { as: login.token });

  expect(before.data).toMatchObject({ certification: { personal: 'none', enterprise: 'none' }, unread: { total: 0 } });
  expect(data).toMatchObject({
    certification: { personal: 'approved', enterprise: 'pending' },
    unread: { total: 2, byKind: { capture: 2 } },
  });
});

it('returns the person’s own phone and certification while acting as another login', async () => {
  const holder = await given.login();
  const member = await given.member(holder);
  await givenCertification(holder, 'personal', 'refused');
  await givenCertification(member, 'personal', 'approved');
  await givenMessages(member.loginId, ['one']);
  const { data } = await ask(memberCalls.switchTo, { userId: member.loginId }, { as: holder.token });

  const me = await ask(calls.accountInfo, {}, { as: data.token ?? '' });

  expect(me.data).toMatchObject({
    person: { phone: maskedPhone(holder.phone) },
    phone: maskedPhone(member.phone),
    certification: { personal: 'refused' },
    unread: { byKind: { capture: 1 } },
  });
});
