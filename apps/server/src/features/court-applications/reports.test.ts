import { generateKeyPairSync } from 'node:crypto';
import { courtApplicationCalls as calls, courtReportPath, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { readCourtReport } from '../../providers/court/court-report.ts';
import { developmentCourt } from '../../providers/court/development.ts';
import { keyIdOf, signatureHeaders } from '../../providers/court/signed-request.ts';
import { useService } from '../../testing/service.ts';

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
const service = useService({ court: { ...developmentCourt, readReport: (sent) => readCourtReport(publicKey, sent) } });
const { ask, given } = service;

async function report(body: object, o: { headers?: Record<string, string>; at?: Date } = {}): Promise<number> {
  const payload = Buffer.from(JSON.stringify(body));
  const url = `${service.services.publicUrl}${courtReportPath}`;
  const signed = signatureHeaders(
    { key, keyId: keyIdOf(key) },
    { method: 'POST', url, body: payload, now: o.at ?? service.now },
  );
  const headers = { 'content-type': 'application/json', ...signed, ...o.headers };
  return (await service.app.inject({ method: 'POST', url: courtReportPath, headers, payload })).statusCode;
}

/** An application that the court has and has not answered. */
async function givenSubmitted() {
  const holder = await given.login();
  const ano = await given.attestation(holder);
  const { id, no } = (await ask(calls.putForward, { anos: [ano] }, { as: holder.token })).data;
  const { rows } = await service.database.pool.query<{ version: number }>(
    `update court_application set state = 'submitted', reference = 'C-1' where id = $1 returning version`,
    [id],
  );
  const infoOf = async () => (await ask(calls.courtApplication, { id }, { as: holder.token })).data;
  return { holder, id, no, version: rows[0]?.version ?? 0, infoOf };
}

describe('a report about a list', () => {
  it('changes the state of the application once, appears in its history, and notifies the account', async () => {
    const { holder, no, version, infoOf } = await givenSubmitted();
    const returned = { about: 'list', submission: `${no}-${version}`, state: 'returned', reason: '证明目的不明确' };

    expect([await report(returned), await report(returned)]).toEqual([204, 204]);

    const { state, reason, events } = await infoOf();
    expect([state, reason]).toEqual(['returned', '证明目的不明确']);
    expect(events.filter(({ event }) => event === 'return')).toMatchObject([{ who: 'court' }]);
    const { list } = (await ask(messageCalls.news, {}, { as: holder.token })).data;
    expect(list.filter(({ message }) => message.text.includes(no))).toHaveLength(1);
  });

  it('changes nothing if it contradicts, is about an earlier version or another list, or is not signed in time', async () => {
    const { no, version, infoOf } = await givenSubmitted();
    const accepted = { about: 'list', submission: `${no}-${version}`, state: 'accepted' };

    expect(await report({ ...accepted, submission: `${no}-${version - 1}` })).toBe(404);
    expect(await report({ ...accepted, submission: `X${no}-${version}` })).toBe(404);
    expect(await report(accepted, { at: new Date(service.now.getTime() - 301_000) })).toBe(401);
    expect(await report(accepted, { headers: { signature: 'court=:AAAA:' } })).toBe(401);
    expect(await report({ ...accepted, state: 'lost' })).toBe(400);
    expect((await infoOf()).state).toBe('submitted');
    expect(await report(accepted)).toBe(204);
    expect(await report({ ...accepted, state: 'returned', reason: '撤销' })).toBe(409);
    expect((await infoOf()).state).toBe('accepted');
  });
});

describe('a report about evidence', () => {
  it('answers the latest submission to the court that reports, and no other one', async () => {
    const holder = await given.login();
    const ano = await given.attestation(holder);
    const submittedAt = new Date(service.now.getTime() - 60_000);
    await service.database.pool.query(
      `insert into netcourt_submission (ano, court, login_id, submitted_at) values ($1, '某法院', $2, $3)`,
      [ano, holder.loginId, submittedAt],
    );
    const submittedTo = (court: string) =>
      service.database.pool.query('update netcourt_submission set court = $2 where ano = $1', [ano, court]);
    const submission = `${ano}-${submittedAt.getTime()}`;
    const received = { about: 'evidence', submission, state: 'received', reference: 'C-9' };

    expect(await report(received)).toBe(404);
    await submittedTo(developmentCourt.name);
    expect(await report({ ...received, submission: `${ano}-${submittedAt.getTime() - 1}` })).toBe(404);
    expect(await report({ ...received, reference: 'C\u0000' })).toBe(400);
    expect([await report(received), await report(received)]).toEqual([204, 204]);
    expect(await report({ ...received, reference: 'C-10' })).toBe(409);
    expect(await report({ about: 'evidence', submission, state: 'refused', reason: '案号有误' })).toBe(409);

    const { rows } = await service.database.pool.query(
      'select state, reference, reason from netcourt_submission where ano = $1',
      [ano],
    );
    expect(rows).toEqual([{ state: 'received', reference: 'C-9', reason: null }]);
  });
});
