import { certificationCalls as calls, messageCalls } from '@proofkeep/contract';
import { startAlipay } from '@proofkeep/fakes';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { alipayIdentity } from '../../providers/identity-alipay.ts';
import { useService } from '../../testing/service.ts';
import { certifying, idNumber, otherIdNumber } from './testing/given.ts';

const alipay = await startAlipay();
const keys = { appId: alipay.appId, privateKey: alipay.privateKey, alipayPublicKey: alipay.publicKey };
const service = useService({ identity: alipayIdentity({ ...keys, gateway: alipay.gateway }) });
const { ask, given } = service;
const { person, card } = certifying(service);

afterEach(() => {
  alipay.behavior = 'well';
});
afterAll(() => alipay.close());

const comeBack = async (address: string) => {
  const { pathname, search } = new URL(address);
  const answer = await service.app.inject({ url: `${pathname}${search}` });
  return { status: answer.statusCode, to: answer.headers.location };
};
const query = (as: string) => ask(calls.queryPersonal, {}, { as });
const home = '/accountSetting/basicSetting/personal';

/** A user who was sent to the provider. */
async function begun(number = idNumber) {
  const { token, loginId } = await given.login();
  const { data, refused } = await person(token, { idNumber: number });
  const certifyId = [...alipay.opened.keys()].at(-1) ?? '';
  return { token, loginId, certifyId, data, refused };
}

/** The recorded outcomes; requests aren't recorded. */
const decisions = async (loginId: string) => {
  const { rows } = await service.database.pool.query<{ event: string; state: string }>(
    `select event, subject ->> 'state' as state from audit
     where login_id = $1 and event like 'certification.%' and event <> 'certification.submitted'`,
    [loginId],
  );
  return rows;
};

describe('a certification with the provider', () => {
  it('begins with the entered name and number, at a signed URL', async () => {
    const { certifyId, data } = await begun();

    expect(data.state).toBe('started');
    expect(alipay.opened.get(certifyId)).toMatchObject({ name: '王小芳', idNumber });
    const page = await fetch(data.goTo ?? '');
    expect(await page.text()).toContain(alipay.opened.get(certifyId)?.orderNo);
    const changed = new URL(data.goTo ?? '');
    changed.searchParams.set('biz_content', '{"certify_id":"another"}');
    expect(await (await fetch(changed)).text()).toContain('isv.invalid-signature');
  });

  it('is approved by the provider’s answer, before or after the browser returns', async () => {
    const { token, certifyId, loginId } = await begun();
    expect((await query(token)).data.state).toBe('started');
    expect(await decisions(loginId)).toEqual([]);

    alipay.show(certifyId, 'T');
    const { data } = await query(token);

    expect(data).toMatchObject({ state: 'approved', goTo: null, name: '王*' });
    expect((await query(token)).data.state).toBe('approved');
    expect(await decisions(loginId)).toEqual([{ event: 'certification.decided', state: 'approved' }]);
    const { data: news } = await ask(messageCalls.news, {}, { as: token });
    expect(news.list.map(({ message }) => message.name)).toEqual(['message.certified-personal']);
  });

  it('is refused if the person returned without passing, and may be started again', async () => {
    const { token, certifyId } = await begun(otherIdNumber);
    expect((await query(token)).data.state).toBe('started');

    expect(await comeBack(alipay.returnOf(certifyId))).toEqual({ status: 303, to: `${home}?returned=yes` });
    const { data } = await query(token);

    expect(data).toMatchObject({ state: 'refused', reason: null });
    const again = await ask(
      calls.beginPersonal,
      { name: '王小芳', idNumber: otherIdNumber, ...(await card(token)) },
      { as: token },
    );
    expect(again.data.state).toBe('started');
    expect([...alipay.opened.keys()].at(-1)).not.toBe(certifyId);
  });

  it('does not begin if the provider is unreachable, refuses, or an answer is forged', async () => {
    const { token } = await given.login();
    for (const behavior of ['gone', 'refusing', 'forged', 'unsigned'] as const) {
      alipay.behavior = behavior;
      expect((await person(token, { idNumber: otherIdNumber })).refused).toBe('PROVIDER_UNREACHABLE');
    }
    alipay.behavior = 'well';

    expect((await ask(calls.certifyInfo, {}, { as: token })).data.state).toBe('none');
  });

  it('is not approved by an unsigned answer', async () => {
    const { token, certifyId } = await begun(otherIdNumber);
    alipay.show(certifyId, 'T');
    for (const behavior of ['forged', 'unsigned'] as const) {
      alipay.behavior = behavior;
      expect((await query(token)).refused).toBe('PROVIDER_UNREACHABLE');
    }

    expect((await ask(calls.certifyInfo, {}, { as: token })).data.state).toBe('started');
  });
});

describe('a browser that returns from the provider', () => {
  const wrong = { status: 303, to: `${home}?returned=unproven` };
  const returnedAt = async (certifyId: string) => {
    const { rows } = await service.database.pool.query<{ at: Date | null }>(
      'select returned_at as at from certification where certify_id = $1',
      [certifyId],
    );
    return rows[0]?.at ?? null;
  };

  it('changes nothing with a changed, invented or wrongly signed URL', async () => {
    const { certifyId } = await begun(otherIdNumber);
    const other = await begun(otherIdNumber);
    const address = new URL(alipay.returnOf(certifyId));
    const changed = (...values: [string, string | null][]) => {
      const url = new URL(address);
      for (const [name, value] of values)
        if (value === null) url.searchParams.delete(name);
        else url.searchParams.set(name, value);
      return comeBack(url.href);
    };
    const otherOrder = alipay.opened.get(other.certifyId)?.orderNo ?? '';

    expect(await changed(['proof', 'A'.repeat(43)])).toEqual(wrong);
    expect(await changed(['proof', 'A'.repeat(43)], ['sign', null])).toEqual(wrong);
    expect(await changed(['order', otherOrder])).toEqual(wrong);
    expect(await changed(['certify_id', other.certifyId])).toEqual(wrong);
    expect(await changed(['sign', Buffer.alloc(256).toString('base64')])).toEqual(wrong);
    expect(await changed(['sign_type', 'RSA'])).toEqual(wrong);
    expect(await returnedAt(certifyId)).toBeNull();
    expect(await returnedAt(other.certifyId)).toBeNull();
  });

  it('changes nothing the second time', async () => {
    const { token, certifyId } = await begun(otherIdNumber);
    const address = alipay.returnOf(certifyId);
    await comeBack(address);
    const first = await returnedAt(certifyId);
    service.now = new Date(service.now.getTime() + 60_000);
    await comeBack(address);
    expect(await returnedAt(certifyId)).toEqual(first);

    await query(token);
    await ask(calls.beginPersonal, { name: '王小芳', idNumber: otherIdNumber, ...(await card(token)) }, { as: token });
    const next = [...alipay.opened.keys()].at(-1) ?? '';
    expect(await comeBack(address)).toEqual(wrong);

    expect(await returnedAt(next)).toBeNull();
    expect((await query(token)).data.state).toBe('started');
  });

  it('is recognised by our signature if the provider’s is missing', async () => {
    const { certifyId } = await begun(otherIdNumber);
    const url = new URL(alipay.opened.get(certifyId)?.returnUrl ?? '');

    expect((await comeBack(url.href)).to).toBe(`${home}?returned=yes`);
    expect(await returnedAt(certifyId)).not.toBeNull();
  });
});
