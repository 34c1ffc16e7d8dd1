import {
  certificationCalls as calls,
  certificationStateTable,
  messageCalls,
  verificationCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { photograph, sendFile } from '../uploads/testing/files.ts';
import { certifying, creditCode, enterpriseForm, idNumber, otherIdNumber } from './testing/given.ts';

const service = useService();
const { ask, given } = service;
const steps = certifying(service);

/** Counter for numbers that no other test certifies with. */
let people = 0;
function newIdNumber(): string {
  const begun = `11010519900101${String(people++).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(begun[at]), 0);
  return begun + '10X98765432'.charAt(sum % 11);
}

const audited = async (event: string) => {
  const { rows } = await service.database.pool.query<{ staffId: string; subject: Record<string, unknown> }>(
    'select staff_id as "staffId", subject from audit where event = $1 order by id',
    [event],
  );
  return rows;
};
const image = (id: string, fileId: string, as: string) =>
  service.app.inject({
    url: `/creditor/console/certifications/${id}/image/${fileId}`,
    headers: { 'x-auth-token': as },
  });

describe('certificationStateTable', () => {
  const { after, allowed } = certificationStateTable;

  it('allows only revoking an approval, and a new submission after refusal or revocation', () => {
    expect(allowed('approved', 'operator')).toEqual(['revoke']);
    expect(allowed('approved', 'holder')).toEqual([]);
    expect(after('revoked', 'approve')).toBeUndefined();
    expect(after('revoked', 'submit')).toBe('pending');
    expect(after('refused', 'submit')).toBe('pending');
    expect(after('refused', 'approve')).toBeUndefined();
  });
});

describe('a user who certifies their name', () => {
  it('is reviewed and approved, and sees masked data from then on', async () => {
    const { token, loginId } = await given.login();
    const operator = await given.staff();
    expect((await ask(calls.certifyInfo, {}, { as: token })).data).toMatchObject({ state: 'none', name: null });

    const sent = await steps.person(token, { name: '王小芳', idNumber: idNumber.toLowerCase() });
    expect(sent.data).toMatchObject({ state: 'pending', provider: 'development', goTo: null });
    const decided = await ask(calls.approveCertification, await steps.waiting(operator.token), { as: operator.token });

    expect(decided.refused).toBeNull();
    const { data, envelope } = await ask(calls.certifyInfo, {}, { as: token });
    expect(data).toMatchObject({
      state: 'approved',
      name: '王*',
      idNumber: '110***********002X',
      birthday: '1949-12-31',
      gender: 'female',
    });
    expect(JSON.stringify(envelope)).not.toContain('小芳');
    const { data: news } = await ask(messageCalls.news, {}, { as: token });
    expect(news.list[0]).toMatchObject({ kind: 'certification', message: { name: 'message.certified-personal' } });
    expect((await audited('certification.approved')).at(-1)).toMatchObject({ staffId: operator.staffId });
    expect((await steps.person(token)).refused).toBe('STATE_FORBIDS');
    const { rows } = await service.database.pool.query('select * from certification where person_id = $1', [loginId]);
    expect(
      JSON.stringify(rows, (_key, value) => (value?.type === 'Buffer' ? Buffer.from(value).toString() : value)),
    ).not.toContain('小芳');
  });

  it('learns which field is wrong, and keeps the earlier data', async () => {
    const { token } = await given.login();
    const card = await steps.card(token);
    const form = { name: '王小芳', idNumber: newIdNumber(), ...card };
    const wrong = [
      [{ ...form, idNumber: '110105194912310021' }, 'idNumber'],
      [{ ...form, name: '王' }, 'name'],
      [{ ...form, front: 'x' }, 'front'],
    ] as const;
    for (const [input, field] of wrong) {
      const { refused, envelope } = await ask(calls.beginPersonal, input, { as: token });
      expect(refused).toBe('INPUT_INVALID');
      expect(envelope.fields?.map((one) => one.field)).toEqual([field]);
    }

    expect((await ask(calls.beginPersonal, form, { as: token })).data.state).toBe('pending');
  });

  it('can use only their own images, each for its intended purpose', async () => {
    const { token } = await given.login();
    const { token: other } = await given.login();
    const mine = await steps.card(token);
    const theirs = await steps.card(other);
    const begin = (card: { front: string; back: string }) =>
      ask(calls.beginPersonal, { name: '王小芳', idNumber: newIdNumber(), ...card }, { as: token });

    for (const [card, field] of [
      [{ front: theirs.front, back: mine.back }, 'front'],
      [{ front: mine.front, back: mine.front }, 'back'],
      [{ front: crypto.randomUUID(), back: mine.back }, 'front'],
    ] as const) {
      const { refused, envelope } = await begin(card);
      expect(refused).toBe('UPLOAD_GONE');
      expect(envelope.fields?.[0]?.field).toBe(field);
    }
    expect((await begin(mine)).refused).toBeNull();
  });

  it('submits again after a refusal, with the same or other images', async () => {
    const { token } = await given.login();
    const { token: operator } = await given.staff();
    await steps.person(token, { idNumber: newIdNumber() });
    const first = await steps.waiting(operator);
    await ask(calls.refuseCertification, { ...first, reason: '照片反光，看不清号码' }, { as: operator });

    const { data: refused } = await ask(calls.certifyInfo, {}, { as: token });
    expect(refused).toMatchObject({ state: 'refused', reason: '照片反光，看不清号码' });
    const front = refused.front?.fileId ?? '';
    const oldBack = refused.back?.fileId ?? '';
    const { back } = await steps.card(token);
    const again = { name: '王小芳', idNumber: newIdNumber(), front, back };
    expect((await ask(calls.beginPersonal, again, { as: token })).data).toMatchObject({
      state: 'pending',
      reason: null,
    });

    const read = async (id: string) =>
      (await service.app.inject({ url: `/creditor/uploads/${id}`, headers: { 'x-auth-token': token } })).statusCode;
    expect([await read(front), await read(back), await read(oldBack)]).toEqual([200, 200, 404]);
    expect(await steps.waiting(operator)).toEqual({ id: first.id, attempt: 2 });
    const late = await ask(calls.approveCertification, first, { as: operator });
    expect(late.refused).toBe('STATE_FORBIDS');
  });

  it('is the person who signed in, even while they act as another login', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    await steps.person(member.token, { idNumber: newIdNumber() });

    expect((await ask(calls.certifyInfo, {}, { as: member.token })).data.state).toBe('pending');
    expect((await ask(calls.certifyInfo, {}, { as: holder.token })).data.state).toBe('none');
  });

  it('makes one submission of many concurrent ones', async () => {
    const { token } = await given.login();
    const form = { name: '王小芳', idNumber: newIdNumber(), ...(await steps.card(token)) };

    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(calls.beginPersonal, form, { as: token })));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(answers.filter(({ refused }) => refused === 'STATE_FORBIDS')).toHaveLength(9);
  });
});

describe('a number', () => {
  it('is certified in two of a person’s logins at most, even by concurrent approvals', async () => {
    const number = newIdNumber();
    const logins = await Promise.all([given.login(), given.login(), given.login()]);
    const { token: operator } = await given.staff();
    const waiting: { id: string; attempt: number }[] = [];
    for (const { token } of logins) {
      await steps.person(token, { idNumber: number });
      waiting.push(await steps.waiting(operator));
    }

    const all = await Promise.all(waiting.map((of) => ask(calls.approveCertification, of, { as: operator })));

    expect(all.map(({ refused }) => String(refused)).sort()).toEqual(['NUMBER_CERTIFIED', 'null', 'null']);
    const left = waiting[all.findIndex(({ refused }) => refused !== null)];
    const { data } = await ask(calls.reviewCase, { id: left?.id ?? '' }, { as: operator });
    expect(data).toMatchObject({ isTaken: true, certifiedElsewhere: 2 });
  });

  it('certified in a second login notifies the first', async () => {
    const number = newIdNumber();
    const [first, second] = [await given.login(), await given.login()];
    const { token: operator } = await given.staff();
    for (const { token } of [first, second]) {
      await steps.person(token, { idNumber: number });
      await ask(calls.approveCertification, await steps.waiting(operator), { as: operator });
    }

    const names = async (as: string) =>
      (await ask(messageCalls.news, {}, { as })).data.list.map(({ message }) => message.name);
    expect(await names(first.token)).toEqual(['message.certified-elsewhere', 'message.certified-personal']);
    expect(await names(second.token)).toEqual(['message.certified-personal']);
  });

  it('is accepted for review even if certified elsewhere, so that the reply reveals nothing', async () => {
    const number = newIdNumber();
    const [holder, work, curious] = [await given.login(), await given.login(), await given.login()];
    const { token: operator } = await given.staff();
    for (const { token } of [holder, work]) {
      await steps.person(token, { idNumber: number });
      await ask(calls.approveCertification, await steps.waiting(operator), { as: operator });
    }

    const certified = await steps.person(curious.token, { idNumber: number });
    const waiting = await steps.waiting(operator);
    const free = await steps.person((await given.login()).token, { idNumber: newIdNumber() });

    expect(certified.data.state).toBe('pending');
    expect(Object.keys(certified.data)).toEqual(Object.keys(free.data));
    expect((await ask(calls.approveCertification, waiting, { as: operator })).refused).toBe('NUMBER_CERTIFIED');
  });

  it('is recorded for an enterprise on submission, not when the state is read', async () => {
    const { token, accountId } = await given.login();
    const events = async () => {
      const { rows } = await service.database.pool.query<{ event: string; kind: string }>(
        `select event, subject ->> 'kind' as kind from audit where account_id = $1 and event like 'certification.%'`,
        [accountId],
      );
      return rows;
    };

    for (let n = 0; n < 3; n++) expect((await ask(calls.certifyStatus, {}, { as: token })).refused).toBeNull();
    expect(await events()).toEqual([]);
    expect((await steps.enterprise(token)).refused).toBeNull();
    await ask(calls.certifyStatus, {}, { as: token });

    expect(await events()).toEqual([{ event: 'certification.submitted', kind: 'enterprise' }]);
  });

  it('finds only attestations of its certified owner', async () => {
    const number = newIdNumber();
    const holder = await given.login();
    const ano = await given.attestation(holder);
    const others = await given.attestation(await given.login());
    for (const key of [ano, others])
      await service.database.pool.query(`insert into log_entry (key, bytes) values ($1, '\\x00')`, [key]);
    const query = (of: string, idNumberAsked: string) =>
      ask(verificationCalls.queryByHolder, { idNumber: idNumberAsked, ano: of });

    const { token: operator } = await given.staff();
    await steps.person(holder.token, { idNumber: number });
    expect((await query(ano, number)).refused).toBe('NOT_FOUND');
    await ask(calls.approveCertification, await steps.waiting(operator), { as: operator });

    expect((await query(ano, number.toLowerCase())).data).toMatchObject({ ano });
    expect((await query(ano, otherIdNumber)).refused).toBe('NOT_FOUND');
    expect((await query(others, number)).refused).toBe('NOT_FOUND');
  });
});

describe('an enterprise certification', () => {
  it('is submitted by the main login only, and again after a refusal with its previous entries', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['evidence']);
    const { token: operator } = await given.staff();
    const denied = await sendFile(
      service,
      calls.enterpriseDocument,
      { purpose: 'licence' },
      {
        as: member.token,
        bytes: await photograph(),
      },
    );
    expect(denied.refused).toBe('NOT_ALLOWED');

    const { data } = await steps.enterprise(holder.token);
    expect(data).toMatchObject({ personal: { state: 'none' }, enterprise: { state: 'pending' } });
    const one = await steps.waiting(operator, 'enterprise');
    await ask(calls.refuseCertification, { ...one, reason: '授权书未盖章' }, { as: operator });
    const { data: refused } = await ask(calls.enterpriseCertification, {}, { as: holder.token });

    expect(refused).toMatchObject({ state: 'refused', reason: '授权书未盖章', entered: enterpriseForm });
    const { licence, authorisation, ...entered } = refused.entered ?? ({} as never);
    const again = { ...entered, licence: licence.fileId, authorisation: authorisation.fileId };
    expect((await ask(calls.certifyStatus, again, { as: holder.token })).data.enterprise.state).toBe('pending');
    expect((await ask(calls.certifyStatus, again, { as: member.token })).refused).toBe('NOT_ALLOWED');
    const seen = await ask(calls.enterpriseCertification, {}, { as: member.token });
    expect(seen.data).toMatchObject({ state: 'pending', entered: null });
  });

  it('lists every missing or wrong field', async () => {
    const { token } = await given.login();
    const missing = await ask(calls.certifyStatus, { name: '存真' }, { as: token });
    const wrong = await ask(calls.certifyStatus, { creditCode: `${creditCode.slice(0, 17)}4` }, { as: token });

    expect(missing.envelope.fields?.map(({ field }) => field).sort()).toEqual(
      ['authorisation', 'contactName', 'contactPhone', 'creditCode', 'legalRepresentative', 'licence'].sort(),
    );
    expect(wrong.envelope.fields?.some(({ field }) => field === 'creditCode')).toBe(true);
    expect((await ask(calls.certifyStatus, {}, { as: token })).data.enterprise.state).toBe('none');
  });

  it('can remove a document until it is submitted', async () => {
    const { token } = await given.login();
    const { token: stranger } = await given.login();
    const { licence, authorisation } = await steps.documents(token);
    const remove = (fileId: string, as: string) => ask(calls.removeEnterpriseDocument, { fileId }, { as });

    expect((await remove(licence, stranger)).refused).toBe('NOT_FOUND');
    expect((await remove(licence, token)).refused).toBeNull();
    expect((await remove(licence, token)).refused).toBe('NOT_FOUND');
    const again = (await steps.documents(token)).licence;
    await ask(calls.certifyStatus, { ...enterpriseForm, licence: again, authorisation }, { as: token });
    expect((await remove(again, token)).refused).toBe('STATE_FORBIDS');
  });
});

describe('an operator who reviews', () => {
  it('sees the whole case, and each view is recorded', async () => {
    const { token } = await given.login();
    const { token: operator, staffId } = await given.staff();
    const number = newIdNumber();
    await steps.person(token, { name: '赵小明', idNumber: number });
    const { id } = await steps.waiting(operator);

    const { data } = await ask(calls.reviewCase, { id }, { as: operator });
    const [front] = data.images;
    const shown = await image(id, front?.fileId ?? '', operator);

    expect(data).toMatchObject({ name: '赵小明', number, birthday: '1990-01-01', isTaken: false });
    expect(data.images.map(({ purpose }) => purpose)).toEqual(['identity-front', 'identity-back']);
    expect(shown).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } });
    expect((await audited('certification.looked-at')).at(-1)).toMatchObject({
      staffId,
      subject: { certification: id },
    });
    expect((await audited('certification.image-seen')).at(-1)).toMatchObject({
      staffId,
      subject: { certification: id, fileId: front?.fileId },
    });
  });

  it('sees only files of the case', async () => {
    const { token } = await given.login();
    const { token: operator } = await given.staff();
    await steps.person(token, { idNumber: newIdNumber() });
    const { id } = await steps.waiting(operator);
    const { front } = await steps.card(token);

    expect((await image(id, front, operator)).statusCode).toBe(404);
    expect((await image(crypto.randomUUID(), front, operator)).statusCode).toBe(404);
    expect((await image(id, front, token)).statusCode).toBe(401);
    expect((await image(id, front, (await given.staff('notary')).token)).statusCode).toBe(403);
  });

  it('decides once, even with two concurrent decisions', async () => {
    const { token } = await given.login();
    await steps.person(token, { idNumber: newIdNumber() });
    const operators = await Promise.all(Array.from({ length: 10 }, () => given.staff()));
    const one = await steps.waiting(operators[0]?.token ?? '');

    const answers = await Promise.all(
      operators.map(({ token: as }, at) =>
        at % 2
          ? ask(calls.approveCertification, one, { as })
          : ask(calls.refuseCertification, { ...one, reason: '号码与照片不符' }, { as }),
      ),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(answers.filter(({ refused }) => refused === 'STATE_FORBIDS')).toHaveLength(9);
  });

  it('cannot decide a case with their own name', async () => {
    const { token } = await given.login();
    const { token: operator } = await given.staff();
    await steps.person(token, { name: '赵敏', idNumber: newIdNumber() });
    const one = await steps.waiting(operator);

    expect((await ask(calls.approveCertification, one, { as: operator })).refused).toBe('OWN_CASE');
    const refusal = { ...one, reason: '号码与照片不符' };
    expect((await ask(calls.refuseCertification, refusal, { as: operator })).refused).toBe('OWN_CASE');
  });

  it('sees the oldest first, with masked names', async () => {
    const { token: operator } = await given.staff();
    const names = ['孙大伟', '李小龙'];
    for (const name of names) await steps.person((await given.login()).token, { name, idNumber: newIdNumber() });

    const { data, envelope } = await ask(calls.reviewQueue, { size: 100 }, { as: operator });

    const times = data.list.map(({ submittedAt }) => submittedAt);
    expect(times).toEqual([...times].sort());
    expect(data.list.every(({ state }) => state === 'pending')).toBe(true);
    for (const name of names) expect(JSON.stringify(envelope)).not.toContain(name.slice(1));
  });
});

describe('without a provider', () => {
  it('redirects a browser that returns from one to the settings, and changes nothing', async () => {
    const answer = await service.app.inject({ url: '/creditor/personal/ali/redirect?order=x&proof=y' });

    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/accountSetting/basicSetting/personal?returned=unproven');
  });
});
