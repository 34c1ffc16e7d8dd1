import { bytesSource, openZip } from '@proofkeep/bundle';
import { attestationCalls, type CheckCodeScope, proofCalls as calls } from '@proofkeep/contract';
import { verifyBundle } from '@proofkeep/verify';
import { describe, expect, it } from 'vitest';
import type { Login } from '../../testing/service.ts';
import { useCertifiedService } from '../attestations/testing/certified-service.ts';
import { sampleJobs } from './service.ts';

const { service, certified, certifiedDigests, installation } = useCertifiedService({ isLimited: true });
const { ask, given } = service;
const hourMs = 3_600_000;

/** Certified evidence with a code; each test uses a different network address. */
async function evidence(o: { scope?: CheckCodeScope; uses?: number; days?: number } = {}) {
  const holder = await given.login();
  const ano = await certified(holder);
  const issued = await issue(holder, ano, o);
  return { holder, ano, ...issued };
}

const issue = async (holder: Login, ano: string, o: { scope?: CheckCodeScope; uses?: number; days?: number }) =>
  (await ask(calls.issueCode, { ano, label: '杭州互联网法院', ...o }, { as: holder.token })).data;

let addresses = 0;
const stranger = () => ({ from: `198.18.${++addresses >> 8}.${addresses & 255}` });

/** Requests a file as a visitor without an account. */
async function collect(ano: string, query: Record<string, string>, from = stranger().from) {
  const url = `/creditor/attestation/collect/download/${ano}?${new URLSearchParams(query)}`;
  const response = await service.app.inject({ url, remoteAddress: from });
  const isRefused = response.statusCode >= 400;
  return { refused: isRefused ? response.json<{ errorCode: string }>().errorCode : null, bytes: response.rawPayload };
}

const eventsOf = async (holder: Login, ano: string) =>
  (await ask(attestationCalls.info, { ano }, { as: holder.token })).data.custody.map(({ event, messages }) =>
    [event, ...messages.map(({ text }) => text)].join(' · '),
  );

describe('a check code', () => {
  it('opens the evidence, in any notation, until the grant ends', async () => {
    const { ano, code } = await evidence();
    const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `;

    const { data } = await ask(calls.openProof, { ano: ano.toLowerCase(), code: typed }, stranger());
    const opened = await ask(calls.proof, { ano, grant: data.grant }, stranger());
    service.now = new Date(service.now.getTime() + hourMs + 1);
    const later = await ask(calls.proof, { ano, grant: data.grant }, stranger());

    expect(opened.data).toMatchObject({
      subject: { title: '页面', url: 'https://page.example/' },
      access: { scope: 'bundle' },
    });
    expect(opened.data.bundleBytes).toBeGreaterThan(10_000);
    expect(later.data).toMatchObject({
      subject: null,
      applicant: null,
      picture: null,
      access: null,
      bundleBytes: null,
    });
  });

  it('shows the names of the first of several files', async () => {
    const holder = await given.login();
    const names = Array.from({ length: 21 }, (_, n) => `附件 ${n + 1}.pdf`);
    const [several, one] = [await certifiedDigests(holder, names), await certifiedDigests(holder, ['one.pdf'])];
    const subjectOf = async (ano: string) => {
      const { code } = await issue(holder, ano, { scope: 'picture' });
      const { grant } = (await ask(calls.openProof, { ano, code }, stranger())).data;
      return (await ask(calls.proof, { ano, grant }, stranger())).data.subject;
    };

    expect(await subjectOf(several)).toEqual({
      title: '附件 1.pdf',
      url: null,
      files: { count: 21, names: names.slice(0, 20) },
    });
    expect(await subjectOf(one)).toEqual({ title: 'one.pdf', url: null, files: null });
  });

  it('is needed to see the names of files, even if title and URL are public', async () => {
    const holder = await given.login();
    const ano = await certifiedDigests(holder, ['附件 1.pdf', '附件 2.pdf']);
    await ask(calls.showOnProof, { ano, shows: ['subject'] }, { as: holder.token });

    const { data } = await ask(calls.proof, { ano }, stranger());

    expect(data.subject).toEqual({ title: '附件 1.pdf', url: null, files: null });
    expect(JSON.stringify(data)).not.toContain('附件 2.pdf');
  });

  it('returns the bundle in one call, up to its number of uses', async () => {
    const { ano, code, holder } = await evidence({ uses: 2 });

    const [first, second, third] = [
      await collect(ano, { code }),
      await collect(ano, { code, part: 'certificate' }),
      await collect(ano, { code }),
    ];

    expect([...(await openZip(bytesSource(first.bytes))).entries.keys()]).toContain('proof/custody.json');
    expect(second.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(third.refused).toBe('CHECK_CODE_INVALID');
    const { data } = await ask(calls.checkCodes, { ano }, { as: holder.token });
    expect(data.list).toMatchObject([{ state: 'used', uses: 2, mostUses: 2, label: '杭州互联网法院' }]);
  });

  it('is refused after it has expired, and for other evidence of the same account', async () => {
    const { ano, code, holder } = await evidence({ days: 1 });
    const other = await certified(holder);

    const elsewhere = await ask(calls.openProof, { ano: other, code }, stranger());
    service.now = new Date(service.now.getTime() + 24 * hourMs);
    const late = await ask(calls.openProof, { ano, code }, stranger());
    service.now = new Date(service.now.getTime() - 60_000);
    const { expiresAt } = (await ask(calls.openProof, { ano, code }, stranger())).data;

    // The last minute of the code is also the last minute of the grant.
    expect(Date.parse(expiresAt) - service.now.getTime()).toBe(60_000);
    expect([elsewhere.refused, late.refused]).toEqual(['CHECK_CODE_INVALID', 'CHECK_CODE_INVALID']);
  });

  it('opens no more than its scope', async () => {
    const { ano, code, holder } = await evidence({ scope: 'certificate' });
    const { code: wider } = await issue(holder, ano, { scope: 'picture' });

    const narrow = (await ask(calls.openProof, { ano, code }, stranger())).data.grant;
    const picture = (await ask(calls.openProof, { ano, code: wider }, stranger())).data.grant;

    const tried = async (grant: string) => {
      const parts = ['certificate', 'picture', 'bundle'] as const;
      const answers = await Promise.all(parts.map((part) => collect(ano, { grant, part })));
      return answers.map(({ refused }) => refused);
    };
    expect(await tried(narrow)).toEqual([null, 'SCOPE_TOO_NARROW', 'SCOPE_TOO_NARROW']);
    // The sample evidence has a picture under another name, so there is no tile.
    expect(await tried(picture)).toEqual([null, 'NOT_FOUND', 'SCOPE_TOO_NARROW']);
    expect((await collect(ano, { code, part: 'bundle' })).refused).toBe('SCOPE_TOO_NARROW');
  });

  it('is unusable once revoked, even by visitors who had already used it', async () => {
    const { ano, code, id, holder } = await evidence();
    const { grant } = (await ask(calls.openProof, { ano, code }, stranger())).data;

    await ask(calls.revokeCode, { id }, { as: holder.token });

    expect((await collect(ano, { grant })).refused).toBe('CHECK_CODE_INVALID');
    expect((await collect(ano, { code })).refused).toBe('CHECK_CODE_INVALID');
    expect((await ask(calls.proof, { ano, grant }, stranger())).data.access).toBeNull();
    expect((await ask(calls.revokeCode, { id }, { as: holder.token })).refused).toBe('NOT_FOUND');
  });

  it('can’t be guessed, and guesses lock no visitor out: 20 tries an hour per address, 60 in total', async () => {
    const { ano, code } = await evidence();
    const guess = async (from: string) => (await ask(calls.openProof, { ano, code: '0000-0000' }, { from })).refused;

    const one = stranger().from;
    const alone = [];
    for (let i = 0; i < 21; i++) alone.push(await guess(one));
    const rest = [];
    for (let i = 0; i < 40; i++) rest.push(await guess(stranger().from));

    expect(new Set(alone.slice(0, 20))).toEqual(new Set(['CHECK_CODE_INVALID']));
    expect(alone.at(-1)).toBe('TOO_MANY');
    expect(new Set(rest)).toEqual(new Set(['CHECK_CODE_INVALID']));
    expect(await guess(stranger().from)).toBe('TOO_MANY');
    expect((await ask(calls.openProof, { ano, code }, stranger())).refused).toBeNull();
    service.now = new Date(service.now.getTime() + hourMs);
    expect(await guess(stranger().from)).toBe('CHECK_CODE_INVALID');
  });

  it('is stored as a keyed digest only', async () => {
    const { ano, code } = await evidence();

    const { rows } = await service.database.pool.query(
      'select row_to_json(c)::text as text from check_code c where ano = $1',
      [ano],
    );

    expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''));
  });

  it("can't be issued, listed or revoked by another account", async () => {
    const { ano, id } = await evidence();
    const { token } = await given.login();

    const answers = [
      await ask(calls.issueCode, { ano, label: 'x' }, { as: token }),
      await ask(calls.checkCodes, { ano }, { as: token }),
      await ask(calls.revokeCode, { id }, { as: token }),
      await ask(calls.showOnProof, { ano, shows: ['picture'] }, { as: token }),
    ];

    expect(answers.map(({ refused }) => refused)).toEqual(Array.from({ length: 4 }, () => 'NOT_FOUND'));
  });
});

describe('the proof page', () => {
  it('shows public facts to anyone, and more only as the holder decides', async () => {
    const { ano, holder } = await evidence();
    const before = (await ask(calls.proof, { ano }, stranger())).data;

    await ask(calls.showOnProof, { ano, shows: ['subject', 'picture'] }, { as: holder.token });
    const shown = (await ask(calls.proof, { ano }, stranger())).data;
    await ask(calls.showOnProof, { ano, shows: [] }, { as: holder.token });
    const hidden = (await ask(calls.proof, { ano }, stranger())).data;

    expect(before).toMatchObject({ ano, kind: 'page', subject: null, applicant: null, picture: null });
    expect(before.steps.map(({ step, by }) => [step, by === ''])).toEqual([
      ['hash', true],
      ['seal', false],
      ['timestamp', false],
      ['log', false],
      ['certificate', false],
    ]);
    expect(shown).toMatchObject({ subject: { url: 'https://page.example/' }, applicant: null, picture: [] });
    expect(hidden).toEqual(before);
    expect((await collect(ano, {})).refused).toBe('CHECK_CODE_INVALID');
  });

  it('does not exist before there is a certificate', async () => {
    const holder = await given.login();
    const ano = await given.attestation(holder, { state: 'sealing' });

    expect((await ask(calls.proof, { ano }, stranger())).refused).toBe('NOT_FOUND');
    expect((await ask(calls.issueCode, { ano, label: 'x' }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
  });

  it('records every use in the custody record', async () => {
    const { ano, code, id, holder } = await evidence();
    const { grant } = (await ask(calls.openProof, { ano, code }, stranger())).data;
    await ask(calls.proof, { ano, grant }, stranger());
    await collect(ano, { grant });
    await ask(calls.reportVerification, { ano, grant, isVerified: true }, stranger());
    await ask(calls.revokeCode, { id }, { as: holder.token });

    const events = await eventsOf(holder, ano);

    const label = 'Check code: 杭州互联网法院';
    expect(events.slice(events.indexOf('certified') + 1)).toEqual([
      `holder.code-issued · ${label}`,
      `access.opened · ${label}`,
      'access.viewed',
      `access.downloaded · ${label} · ${ano}.zip`,
      `access.verified · ${label} · The visitor's browser reported: verified`,
      `holder.code-revoked · ${label}`,
      'access.viewed',
    ]);
  });
});

describe('the sample', () => {
  it('is made once, verifies with the anchors of this installation, and fails with one byte changed', async () => {
    const make = sampleJobs(installation(), null)['make-sample'];
    const verdictOf = async (isAltered: boolean) => {
      const url = `/creditor/proofs/sample/bundle?isAltered=${isAltered}`;
      const { rawPayload } = await service.app.inject({ url, remoteAddress: stranger().from });
      return (await verifyBundle(bytesSource(rawPayload), installation().anchors)).verdict;
    };

    const before = await ask(calls.sampleProof, {}, stranger());
    await make({});
    await make({});
    const { ano } = (await ask(calls.sampleProof, {}, stranger())).data;

    expect(before.data.ano).toBeNull();
    expect([await verdictOf(false), await verdictOf(true)]).toEqual(['passed', 'failed']);
    const page = (await ask(calls.proof, { ano: ano ?? '' }, stranger())).data;
    expect(page).toMatchObject({ isSample: true, kind: 'files', subject: { url: null } });
  });
});
