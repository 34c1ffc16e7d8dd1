import { setTimeout as sleep } from 'node:timers/promises';
import { type CaptureEvent, type CaptureFailure, leaseMs, message } from '@proofkeep/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AttestationNotice } from '../../../http/live-notices.ts';
import type { Lease } from '../../evidence/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { actorFor } from '../testing/actors.ts';
import { sweepLeases } from './outcomes.ts';
import { findDelivery } from './store.ts';
import { artifactOf, token, useNodes } from './testing/test-nodes.ts';

const nodes = useNodes();
const { given } = nodes;

const pass = (ms: number) => {
  nodes.now = new Date(nodes.now.getTime() + ms);
};
const sweep = () =>
  sweepLeases({
    database: nodes.database,
    onDelivered: async (_db, lease) => void nodes.delivered.push(lease),
    onDropped: async (_db, lease) => void nodes.dropped.push(lease),
    onLost: async () => {},
    onFault: (fault) => void nodes.faults.push(fault),
    clock: () => nodes.now,
  });
const dayMs = 86_400_000;
/** Removes all nodes except the one that asks. */
const forgetNodes = () => nodes.database.pool.query('delete from capture_node');
const stored = async ({ ano }: Lease) => (await nodes.store.list(`evidence/${ano}/`)).map(({ key }) => key);

beforeEach(async () => {
  nodes.now = new Date();
  nodes.hasSpace = true;
  nodes.delivered.length = 0;
  nodes.dropped.length = 0;
  await nodes.database.pool.query(
    `update attestation set state = 'cancelled', leased_until = null where state in ('queuing', 'capturing')`,
  );
});

describe('a lease', () => {
  it('requires the node token', async () => {
    const ano = await given.waiting();

    const answers = await Promise.all([
      nodes.ask('POST', '/node/lease', { node: 'one', waitMs: 0, clock: nodes.clock() }, 'another token'),
      nodes.ask('POST', `/node/lease/${ano}/1/events`, { events: [] }, ''),
    ]);

    expect(answers.map(({ refused }) => refused)).toEqual(['NOT_ALLOWED', 'NOT_ALLOWED']);
    expect(await nodes.row(ano)).toMatchObject({ state: 'queuing' });
  });

  it('contains the whole job, and moves the attestation on under a new fence', async () => {
    const ano = await given.waiting();

    const offer = await nodes.lease('node-7');

    expect(offer).toMatchObject({
      ano,
      job: {
        captureId: ano,
        url: 'https://page.example/',
        dismissConsent: true,
        egressAllow: ['intranet.example:80'],
        ownHosts: ['proofkeep.example', '*.replay.example'],
      },
    });
    expect(await nodes.row(ano)).toMatchObject({ state: 'capturing', node: 'node-7', fence: offer?.fence });
    expect(await nodes.custody(ano)).toEqual(['leased by node-7']);
  });

  it('is requested with the capacity of the node; a request without one clears the stored capacity', async () => {
    const announce = async (o: object) => {
      await nodes.ask('POST', '/node/lease', { node: 'roomy', waitMs: 0, clock: nodes.clock(), ...o });
      const sql = `select captures, sessions from capture_node where name = 'roomy'`;
      return (await nodes.database.pool.query(sql)).rows[0];
    };

    expect(await announce({ capacity: { captures: 4, sessions: 3 } })).toEqual({ captures: 4, sessions: 3 });
    expect(await announce({})).toEqual({ captures: null, sessions: null });
    await nodes.database.pool.query(`delete from capture_node where name = 'roomy'`);
  });

  it('gets a new fence even if a restored database restarts the sequence', async () => {
    const fences: string[] = [];
    for (const _ of ['before', 'after']) {
      await nodes.database.pool.query('alter sequence lease_fence restart');
      await given.waiting();
      fences.push((await nodes.lease('node-7'))?.fence ?? '');
    }

    expect(new Set(fences).size).toBe(2);
  });

  it('goes to one of several concurrent nodes', async () => {
    const ano = await given.waiting();

    const offers = await Promise.all(Array.from({ length: 8 }, () => nodes.lease()));

    expect(offers.filter(Boolean).map((offer) => offer?.ano)).toEqual([ano]);
  });

  it('goes to the account with the fewest running captures, its oldest first', async () => {
    const [many, few] = [await given.account(), await given.account()];
    const first = await given.waiting(many);
    const second = await given.waiting(many);
    const other = await given.waiting(few);

    const order = [await nodes.lease(), await nodes.lease(), await nodes.lease()].map((offer) => offer?.ano);

    expect(order).toEqual([first, other, second]);
  });

  it('is granted to a waiting node as soon as there is work', async () => {
    const asking = nodes.lease('one', 10_000);
    await sleep(100);
    const startedAt = performance.now();
    const ano = await given.waiting();

    expect((await asking)?.ano).toBe(ano);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it('is not granted to a node that disconnected while it waited', async () => {
    const url = await nodes.app.listen({ host: '127.0.0.1', port: 0 });
    const going = new AbortController();
    const asking = fetch(`${url}/node/lease`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ node: 'gone', waitMs: 10_000, clock: nodes.clock() }),
      signal: going.signal,
    });
    await sleep(200);
    going.abort();
    await expect(asking).rejects.toThrow();
    await sleep(100);
    const ano = await given.waiting();
    await sleep(300);

    expect(await nodes.row(ano)).toMatchObject({ state: 'queuing' });
    expect((await nodes.lease('there'))?.ano).toBe(ano);
  });

  it('is not granted for an invalid job, which fails and doesn’t block the queue', async () => {
    const account = await given.account();
    const broken = await given.waiting(account);
    await nodes.database.pool.query(`update attestation set job = '{"no":"such"}' where ano = $1`, [broken]);
    const next = await given.waiting();

    const offers = [await nodes.lease(), await nodes.lease()];

    expect(offers.map((offer) => offer?.ano)).toEqual(expect.arrayContaining([next]));
    expect(await nodes.row(broken)).toMatchObject({ state: 'failed', failure: { code: 'INTERNAL' } });
  });
});

describe('the lease of a page with a signed-in profile', () => {
  const cookie = {
    name: 'sid',
    value: 'S3cret-value-of-a-session',
    domain: null,
    path: '/',
    secure: true,
    httpOnly: false,
  };

  /** A queued capture of https://page.example/ with a profile for a site. */
  async function givenSignedIn(site: string) {
    const ano = await given.waiting();
    const { pool } = nodes.database;
    const { rows } = await pool.query<{ id: string }>('select uuidv7() as id');
    const id = rows[0]?.id ?? '';
    await pool.query(
      `insert into cookie_profile (id, login_id, person_id, name, site, cookies, cookie_count, expires_at, submission_id)
       select $2, login_id, person_id, '', $3, $4, 1, $5, submission_id from attestation where ano = $1`,
      [
        ano,
        id,
        site,
        nodes.vault.encrypt(JSON.stringify([cookie]), `cookie_profile.cookies:${id}`),
        new Date(nodes.now.getTime() + dayMs),
      ],
    );
    await pool.query(`update attestation set job = json_build_object('cookieProfileId', $2::text) where ano = $1`, [
      ano,
      id,
    ]);
    return { ano, id };
  }

  it('contains its cookies', async () => {
    const { ano } = await givenSignedIn('page.example');

    expect(await nodes.lease()).toMatchObject({ ano, job: { cookies: [cookie] } });
  });

  it('is not granted once the profile is deleted: the capture fails and says so', async () => {
    const { ano, id } = await givenSignedIn('page.example');
    await nodes.database.pool.query('delete from cookie_profile where id = $1', [id]);

    expect(await nodes.lease()).toBeNull();
    expect(await nodes.row(ano)).toMatchObject({
      state: 'failed',
      failure: { code: 'COOKIES_GONE', said: { name: 'cookies.gone' } },
    });
  });

  it('is not granted to a page of another site, which gets no cookie', async () => {
    const { ano } = await givenSignedIn('example.com');

    expect(await nodes.lease()).toBeNull();
    expect(await nodes.row(ano)).toMatchObject({ state: 'failed', failure: { code: 'COOKIES_OTHER_SITE' } });
  });
});

describe('the clock of a node', () => {
  it('is compared even if there is no work: the first reply contains our time', async () => {
    const ano = await given.waiting();

    const { body } = await nodes.ask('POST', '/node/lease', { node: 'one', waitMs: 10_000, clock: nodes.clock(null) });

    const at = nodes.now.toISOString();
    expect(body).toEqual({ offer: null, clock: { receivedAt: at, answeredAt: at } });
    expect(await nodes.row(ano)).toMatchObject({ state: 'queuing' });
  });

  it.each([
    ['is too far off', { offsetMs: -5_000, uncertaintyMs: 100 }, undefined],
    ['is too uncertain', { offsetMs: 0, uncertaintyMs: 2_500 }, undefined],
    ['was put ahead since', { offsetMs: 0, uncertaintyMs: 5 }, 60_000],
    ['was put back since', { offsetMs: 0, uncertaintyMs: 5 }, -60_000],
  ])('prevents a lease if it %s', async (_, offset, moved = offset.offsetMs) => {
    const ano = await given.waiting();
    const sentAt = new Date(nodes.now.getTime() + moved).toISOString();

    expect(await nodes.lease('off', 0, { sentAt, offset })).toBeNull();
    expect(await nodes.row(ano)).toMatchObject({ state: 'queuing' });
    expect((await nodes.lease('right'))?.ano).toBe(ano);
  });

  it('is recorded with the delivered capture', async () => {
    const lease = await given.leased();
    await nodes.handIn(lease, 'page.html', 'the page');

    await nodes.report(lease, undefined, nodes.clock({ offsetMs: 900, uncertaintyMs: 20 }));

    const delivery = await findDelivery(nodes.database.pool, lease.fence);
    expect(delivery?.clock).toEqual({ offsetMs: 900, uncertaintyMs: 20 });
  });

  it('returns the capture to the queue if it is too far off at delivery', async () => {
    const lease = await given.leased();
    await nodes.handIn(lease, 'page.html', 'the page');

    await nodes.report(lease, undefined, nodes.clock({ offsetMs: 3_000_000, uncertaintyMs: 20 }));

    expect(await nodes.row(lease.ano)).toMatchObject({ state: 'queuing' });
    expect(nodes.delivered).toEqual([]);
    expect(nodes.dropped).toEqual([{ ano: lease.ano, fence: lease.fence }]);
  });

  it('must be compared before the report is accepted, if still unknown at delivery', async () => {
    const lease = await given.leased();
    await nodes.handIn(lease, 'page.html', 'the page');

    const answer = await nodes.report(lease, undefined, nodes.clock({ offsetMs: 0, uncertaintyMs: 4_000 }));

    expect(answer).toMatchObject({ status: 503, refused: 'CLOCK_UNKNOWN' });
    expect((await nodes.report(lease)).status).toBe(200);
    expect(nodes.delivered).toHaveLength(1);
  });
});

describe('the events of a node', () => {
  it('renew its lease', async () => {
    const lease = await given.leased();
    pass(leaseMs - 1000);
    const { body } = await nodes.send(lease, 0);
    pass(leaseMs - 1000);
    await sweep();

    expect(body).toMatchObject({ until: new Date(nodes.now.getTime() + 1000).toISOString() });
    expect(await nodes.row(lease.ano)).toMatchObject({ state: 'capturing', fence: lease.fence });
  });

  it('are recorded once, with every step that ended', async () => {
    const lease = await given.leased('node-7');
    const step = (state: 'started' | 'done' | 'skipped'): CaptureEvent => ({
      type: 'step',
      step: state === 'skipped' ? 'consent' : 'load',
      state,
      said: [message('load.arrived', { status: 200 })],
      elapsedMs: 5,
    });

    await nodes.send(lease, 0, step('started'), step('done'));
    await nodes.send(lease, 1, step('done'), step('skipped'));

    expect(await nodes.custody(lease.ano)).toEqual(['leased by node-7', 'step.load by node-7']);
    expect(await nodes.row(lease.ano)).toMatchObject({ step: 'load', last_event: 2 });
  });

  it('reach live streams at once', async () => {
    const heard: AttestationNotice[] = [];
    const hearer = { message: (text: string) => void heard.push(JSON.parse(text)), gap: () => {} };
    const stop = await nodes.database.listen('attestation', hearer);
    const lease = await given.leased();

    const counts = { requests: 12, bytes: 34_567, inFlight: 2 };
    await nodes.send(lease, 0, { type: 'progress', doing: 'scroll', ...counts });

    const { account_id: account, login_id: login } = await nodes.row(lease.ano);
    const notice = { kind: 'progress', ano: lease.ano, account, login, doing: 'scroll', ...counts };
    await expect.poll(() => heard).toContainEqual(notice);
    await stop();
  });
});

describe('a file', () => {
  it('is stored under its lease, even if it is uploaded twice', async () => {
    const lease = await given.leased();

    const first = await nodes.handIn(lease, 'dom/page.html', '<p>页面</p>');
    const again = await nodes.handIn(lease, 'dom/page.html', '<p>页面</p>', 1);

    expect([first.status, again.status]).toEqual([204, 204]);
    const key = `evidence/${lease.ano}/${lease.fence}/data/dom/page.html`;
    expect(Buffer.from(await nodes.store.bytes(key)).toString()).toBe('<p>页面</p>');
  });

  it.each([
    ['differs from the announced one', 'something else', 'INPUT_INVALID'],
    ['is longer than announced', 'the page, and more of it', 'TOO_LARGE'],
    ['is shorter than announced', 'the', 'INPUT_INVALID'],
  ])('is refused and not stored if it %s', async (_, content, refused) => {
    const lease = await given.leased();
    await nodes.send(lease, 0, { type: 'artifact', artifact: artifactOf('page.html', 'the page itself') });

    const path = `/node/lease/${lease.ano}/${lease.fence}/files/page.html`;
    const answer = await nodes.ask('PUT', path, Buffer.from(content.slice(0, 24)));

    expect(answer.refused).toBe(refused);
    expect(await stored(lease)).toEqual([]);
  });

  it.each(['unannounced.html', '../../other/file', 'a//b', 'UPPER', '%2e%2e/x'])(
    'is refused at the path %s',
    async (path) => {
      const lease = await given.leased();

      const answer = await nodes.ask('PUT', `/node/lease/${lease.ano}/${lease.fence}/files/${path}`, Buffer.from('x'));

      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await stored(lease)).toEqual([]);
    },
  );

  it('is removed if its lease ends during the upload', async () => {
    const lease = await given.leased();
    await nodes.send(lease, 0, { type: 'artifact', artifact: artifactOf('page.html', 'the page') });
    const put = nodes.store.put.bind(nodes.store);
    const cancelling = vi.spyOn(nodes.store, 'put').mockImplementation(async (...given) => {
      await nodes.cancel(lease.ano);
      return put(...given);
    });

    const path = `/node/lease/${lease.ano}/${lease.fence}/files/page.html`;
    const answer = await nodes.ask('PUT', path, Buffer.from('the page'));

    cancelling.mockRestore();
    expect(answer.refused).toBe('LEASE_LOST');
    expect(await stored(lease)).toEqual([]);
  });
});

describe('a report', () => {
  it('ends the lease and delivers the files once, even if repeated', async () => {
    const lease = await given.leased();
    await nodes.handIn(lease, 'page.html', 'the page');

    const answers = [await nodes.report(lease), await nodes.report(lease)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(nodes.delivered).toEqual([{ ano: lease.ano, fence: lease.fence }]);
    const delivery = await findDelivery(nodes.database.pool, lease.fence);
    expect(delivery).toMatchObject({
      report: { captureId: lease.ano },
      artifacts: [artifactOf('page.html', 'the page')],
    });
    expect(await nodes.row(lease.ano)).toMatchObject({ state: 'capturing', leased_until: null, step: 'stamp' });
    expect((await nodes.send(lease, 9)).refused).toBe('LEASE_LOST');
  });

  it('of a running capture is accepted while free space is below the minimum, but no other capture starts', async () => {
    const lease = await given.leased();
    const queued = await given.waiting();
    nodes.hasSpace = false;

    const steps = [
      await nodes.handIn(lease, 'page.html', 'the page'),
      await nodes.send(lease, 1),
      await nodes.report(lease),
    ];
    const next = await nodes.lease();

    expect(steps.map(({ refused }) => refused)).toEqual([null, null, null]);
    expect(nodes.delivered).toEqual([{ ano: lease.ano, fence: lease.fence }]);
    expect(await nodes.row(lease.ano)).toMatchObject({ state: 'capturing', leased_until: null, step: 'stamp' });
    expect(next).toBeNull();
    nodes.hasSpace = true;
    expect((await nodes.lease())?.ano).toBe(queued);
  });

  it('is refused until all files are stored', async () => {
    const lease = await given.leased();
    await nodes.send(lease, 0, { type: 'artifact', artifact: artifactOf('page.html', 'the page') });

    expect((await nodes.report(lease)).refused).toBe('INPUT_INVALID');

    const path = `/node/lease/${lease.ano}/${lease.fence}/files/page.html`;
    await nodes.ask('PUT', path, Buffer.from('the page'));
    expect((await nodes.report(lease)).status).toBe(200);
  });

  it('ends the attestation if the page caused the failure', async () => {
    const lease = await given.leased();

    expect((await nodes.report(lease, 'NAME_NOT_RESOLVED')).status).toBe(200);

    expect(await nodes.row(lease.ano)).toMatchObject({ state: 'failed', failure: { code: 'NAME_NOT_RESOLVED' } });
    expect(nodes.dropped).toEqual([{ ano: lease.ano, fence: lease.fence }]);
    expect(nodes.delivered).toEqual([]);
  });
});

describe('a fault of the platform', () => {
  beforeEach(async () => {
    await forgetNodes();
    await nodes.database.pool.query('truncate capture_fault');
  });

  it('retries the capture later, not at once', async () => {
    const { ano, ...lease } = await given.leased();
    await nodes.report({ ano, ...lease }, 'BROWSER_FAILED');

    expect(await nodes.lease()).toBeNull();
    pass(2_900);
    expect(await nodes.lease()).toBeNull();
    pass(200);
    expect(await nodes.lease()).toMatchObject({ ano });
  });

  it('retries it after growing pauses for more than an hour, then fails it', async () => {
    const failing = async (): Promise<unknown> => {
      const lease = await nodes.lease();
      if (!lease) return 'nothing to lease';
      const startedAt = nodes.now.getTime();
      await nodes.report(lease, 'BROWSER_FAILED');
      const { state, resume_at: at } = await nodes.row(lease.ano);
      pass(dayMs);
      return state === 'queuing' ? ((at as Date).getTime() - startedAt) / 1000 : state;
    };
    const ano = await given.waiting();

    const pauses = [3, 30, 120, 600, 1_800, 3_600];
    for (const pause of pauses) expect(await failing()).toBe(pause);
    expect([await failing(), await failing()]).toEqual(['failed', 'nothing to lease']);
    await nodes.database.transaction((db) => moveAttestation(db, ano, 'retried', { by: actorFor('retried') }));
    expect([await failing(), await failing()]).toEqual([3, 30]);
  });

  it('leaves the capture to another node for a minute, if there is one', async () => {
    const { ano, ...lease } = await given.leased('faulty');
    await nodes.lease('other');
    await nodes.report({ ano, ...lease }, 'BROWSER_FAILED');
    pass(10_000);

    expect(await nodes.lease('faulty')).toBeNull();
    expect(await nodes.lease('other')).toMatchObject({ ano });
  });

  it.each([
    ['after a minute', 64_000],
    ['when the other node is gone', 10_000],
  ])('returns the capture to the only node left: %s', async (which, waitMs) => {
    const { ano, ...lease } = await given.leased('faulty');
    if (which === 'after a minute') await nodes.lease('other');
    await nodes.report({ ano, ...lease }, 'BROWSER_FAILED');
    pass(waitMs);

    expect(await nodes.lease('faulty')).toMatchObject({ ano });
  });

  it('is recorded for the operator even if the next attempt succeeds', async () => {
    const first = await given.leased('faulty');
    await nodes.report(first, 'BROWSER_FAILED');
    pass(dayMs);
    const next = (await nodes.lease('sound')) as Lease;
    await nodes.handIn(next, 'page.html', 'the page');
    await nodes.report(next);

    const { rows } = await nodes.database.pool.query('select ano, attempt, node, code from capture_fault');
    expect(rows).toEqual([{ ano: first.ano, attempt: 1, node: 'faulty', code: 'BROWSER_FAILED' }]);
    expect(nodes.delivered).toHaveLength(1);
  });

  it('is not recorded if the page caused the failure', async () => {
    await nodes.report(await given.leased(), 'CONNECTION_FAILED');

    expect((await nodes.database.pool.query('select from capture_fault')).rowCount).toBe(0);
  });
});

describe('a lost lease', () => {
  it('goes to another node unless renewed in time, and the first node is refused', async () => {
    const late = await given.leased('late');
    await nodes.handIn(late, 'page.html', 'the page');
    pass(leaseMs + 1);
    await sweep();
    pass(5_000);
    const next = await nodes.lease('next');

    expect(next).toMatchObject({ ano: late.ano });
    const refused = [
      await nodes.send(late, 5),
      await nodes.handIn(late, 'page.html', 'the page', 6),
      await nodes.report(late),
      await nodes.report(late, 'CONNECTION_FAILED'),
      await nodes.ask('POST', `/node/lease/${late.ano}/${late.fence}/left`, { failure: null }),
    ];

    expect(refused.map((answer) => answer.refused)).toEqual(Array(5).fill('LEASE_LOST'));
    expect(nodes.dropped).toEqual([{ ano: late.ano, fence: late.fence }]);
    expect(await nodes.row(late.ano)).toMatchObject({ state: 'capturing', node: 'next', attempt: 2 });
    expect(await nodes.custody(late.ano)).toEqual(['leased by late', 'left by service', 'leased by next']);
  });

  it('is a fault of the platform every time', async () => {
    const { ano } = await given.leased();
    for (let i = 0; i < 7; i++) {
      pass(dayMs);
      await sweep();
      pass(dayMs);
      await nodes.lease();
    }

    expect(await nodes.row(ano)).toMatchObject({ state: 'failed', failure: { code: 'INTERRUPTED' } });
  });

  it('may be returned by a stopping node any number of times', async () => {
    const ano = await given.waiting();
    for (let i = 0; i < 4; i++) {
      const lease = await nodes.lease('stopping');
      await nodes.ask('POST', `/node/lease/${ano}/${lease?.fence}/left`, { failure: null });
    }

    expect(await nodes.row(ano)).toMatchObject({ state: 'queuing', attempt: 5, faults: 0, resume_at: null });
    expect((await nodes.custody(ano)).at(-1)).toBe('left by stopping');
  });

  it('is a fault of the platform if the node abandons it', async () => {
    const lease = await given.leased();
    const failure = {
      code: 'INTERNAL' as CaptureFailure,
      said: message('program.fault', { trace: 'abc' }),
    };

    await nodes.ask('POST', `/node/lease/${lease.ano}/${lease.fence}/left`, { failure });

    expect(await nodes.row(lease.ano)).toMatchObject({ state: 'queuing', faults: 1, avoid_node: 'one' });
  });

  it('is refused once the holder has cancelled the capture', async () => {
    const lease = await given.leased();
    await nodes.cancel(lease.ano);

    expect((await nodes.send(lease, 0)).refused).toBe('LEASE_LOST');
    expect((await nodes.report(lease)).refused).toBe('LEASE_LOST');
    expect(await nodes.row(lease.ano)).toMatchObject({ state: 'cancelled' });
  });
});
