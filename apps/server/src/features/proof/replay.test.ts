import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '@proofkeep/bundle/node';
import { attestationCalls, type CheckCodeScope, proofCalls as calls, type RecordName } from '@proofkeep/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { findGrant } from '../../replay/grants.ts';
import { openReplay, type Replay } from '../../replay/replay.ts';
import { useCertifiedService } from '../attestations/testing/certified-service.ts';
import { dataPlace, type Lease } from '../evidence/service.ts';

let replay: Replay;
const { service, certified, installation } = useCertifiedService({
  replay: async () => {
    execFileSync(process.execPath, [fileURLToPath(new URL('../../../../../scripts/replayer.mjs', import.meta.url))]);
    const config = { HOST: '127.0.0.1', PORT: 0, REPLAY_PORT: undefined, REPLAY_URL: undefined } as const;
    replay = (await openReplay({
      store: installation().store,
      key: randomBytes(32),
      publicUrl: 'http://localhost:3000',
      config: { ...config, LOG_LEVEL: 'silent', TRUSTED_PROXIES: [], CONNECTIONS_PER_ADDRESS: 256 },
      findGrant: (id) => findGrant(service.database.pool, id, service.now),
      dataPlace,
    })) as Replay;
    return replay;
  },
});
const { ask, given } = service;
afterAll(() => replay.close());

const minute = 60_000;
const pass = (minutes: number) => {
  service.now = new Date(service.now.getTime() + minutes * minute);
};

/** A visitor who entered a code of this scope and opened the replay. */
async function visit({ second, ...o }: { scope?: CheckCodeScope; uses?: number; second?: 'captured' } = {}) {
  const holder = await given.login();
  const ano = await certified(holder, second && { second });
  const issued = (await ask(calls.issueCode, { ano, label: '平台投诉部', ...o }, { as: holder.token })).data;
  const { grant } = (await ask(calls.openProof, { ano, code: issued.code })).data;
  const open = async (record: RecordName = 'first') => ask(calls.openProofReplay, { ano, grant, record });
  return { holder, ano, grant, open, ...issued };
}

const statusAt = async (address: string) => (await fetch(`${address}page.wacz`, { method: 'HEAD' })).status;

describe('a replay behind a check code', () => {
  it('shows the page to a visitor whose code includes the bundle, and records them in the custody record once', async () => {
    const { ano, holder, grant, open } = await visit();

    const page = (await ask(calls.proof, { ano, grant })).data;
    const { address } = (await open()).data;
    await open();

    expect(page.isReplayable).toBe(true);
    expect(await statusAt(address)).toBe(200);
    const { custody } = (await ask(attestationCalls.info, { ano }, { as: holder.token })).data;
    const replayed = custody.filter(({ event }) => event === 'access.replayed');
    expect(replayed).toMatchObject([{ by: 'visitor', messages: [{ text: expect.stringContaining('平台投诉部') }] }]);
  });

  it('shows either of two records, each at an address of its own, and names it in the custody record', async () => {
    const { ano, grant, holder, open } = await visit({ second: 'captured' });
    const { store } = installation();
    const { rows } = await service.database.pool.query<Lease & object>(
      'select ano, fence from attestation where ano = $1',
      [ano],
    );
    const place = dataPlace(rows[0] as Lease);
    const [first, second] = await Promise.all(
      ['', 'second/'].map(async (folder) => sha256Hex(await store.bytes(`${place}${folder}page.wacz`))),
    );

    const page = (await ask(calls.proof, { ano, grant })).data;
    const urls = [(await open()).data.address, (await open('second')).data.address];
    const holders = (await ask(attestationCalls.openReplay, { ano, record: 'second' }, { as: holder.token })).data;
    const served = await Promise.all(
      [...urls, holders.address].map(async (url) => sha256Hex(await (await fetch(`${url}page.wacz`)).bytes())),
    );

    expect(page).toMatchObject({ isReplayable: true, isSecondReplayable: true });
    expect(new Set([...urls, holders.address]).size).toBe(3);
    expect(first).not.toBe(second);
    expect(served).toEqual([first, second, second]);
    const { custody } = (await ask(attestationCalls.info, { ano }, { as: holder.token })).data;
    const said = custody.flatMap(({ event, messages }) => (event === 'access.replayed' ? [messages] : []));
    expect(said.map((messages) => messages.map(({ text }) => text))).toEqual([
      ['Check code: 平台投诉部', 'First record (Place CN-SH)'],
      ['Check code: 平台投诉部', 'Second record (Place DE-HE)'],
    ]);
  });

  it('has no second record of a page from one place', async () => {
    const { ano, grant, holder, open } = await visit();

    const detail = (await ask(attestationCalls.info, { ano }, { as: holder.token })).data;
    const asked = await ask(attestationCalls.openReplay, { ano, record: 'second' }, { as: holder.token });

    expect((await ask(calls.proof, { ano, grant })).data.isSecondReplayable).toBe(false);
    expect(detail).toMatchObject({ isReplayable: true, isSecondReplayable: false });
    expect([(await open('second')).refused, asked.refused]).toEqual(['STATE_FORBIDS', 'STATE_FORBIDS']);
  });

  it('records them again when they open it at a new address, after the first one expired', async () => {
    const { ano, holder, open } = await visit();
    await open();
    pass(16);
    await open();
    pass(14);
    await open();

    const { custody } = (await ask(attestationCalls.info, { ano }, { as: holder.token })).data;
    expect(custody.filter(({ event }) => event === 'access.replayed')).toHaveLength(2);
  });

  it.each(['certificate', 'picture'] as const)('is refused for a code with the scope %s', async (scope) => {
    const { ano, grant, open } = await visit({ scope });

    expect((await ask(calls.proof, { ano, grant })).data.isReplayable).toBe(false);
    expect((await open()).refused).toBe('SCOPE_TOO_NARROW');
  });

  it('is refused without a grant, and with the grant of other evidence', async () => {
    const [one, other] = [await visit(), await visit()];
    const unknown = randomBytes(32).toString('base64url');

    const locked = (await ask(calls.proof, { ano: one.ano })).data;
    const answers = await Promise.all(
      [unknown, other.grant].map((grant) => ask(calls.openProofReplay, { ano: one.ano, grant })),
    );

    expect(locked.isReplayable).toBe(false);
    expect(answers.map(({ refused }) => refused)).toEqual(['CHECK_CODE_INVALID', 'CHECK_CODE_INVALID']);
  });

  it('ends at once when the holder revokes the code, even where it is open', async () => {
    const { id, holder, open } = await visit();
    const { address } = (await open()).data;
    const before = await statusAt(address);

    await ask(calls.revokeCode, { id }, { as: holder.token });

    expect([before, await statusAt(address)]).toEqual([200, 403]);
    expect((await open()).refused).toBe('CHECK_CODE_INVALID');
  });

  it('ends 15 minutes after the last request', async () => {
    const { open } = await visit();
    const { address } = (await open()).data;
    pass(14);
    const same = (await open()).data.address;
    pass(14);
    const during = await statusAt(address);
    pass(1);

    expect([same, during, await statusAt(address)]).toEqual([address, 200, 403]);
    expect((await open()).data.address).not.toBe(address);
  });

  it('ends with the hour that a used-up code gave, regardless of requests', async () => {
    const { ano, code, open } = await visit({ uses: 1 });
    const { address } = (await open()).data;
    for (const minutes of [13, 13, 13, 13]) {
      pass(minutes);
      await open();
    }
    const last = (await open()).data;

    const again = await ask(calls.openProof, { ano, code });
    pass(8);

    expect(Date.parse(last.expiresAt) - service.now.getTime()).toBe(0);
    expect([again.refused, (await open()).refused]).toEqual(['CHECK_CODE_INVALID', 'CHECK_CODE_INVALID']);
    expect(await statusAt(address)).toBe(403);
  });
});
