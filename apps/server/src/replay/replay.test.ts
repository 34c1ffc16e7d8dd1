import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CaptureReport, calls, type RecordName } from '@proofkeep/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionFacts } from '../features/attestations/testing/session-facts.ts';
import { dataPlace } from '../features/evidence/service.ts';
import { digestOf } from '../http/sessions.ts';
import { openFolderStore } from '../store/folder-store.ts';
import { type Login, useService } from '../testing/service.ts';
import { findGrant, openGrant } from './grants.ts';
import { openReplay, type Replay, type ReplayOptions } from './replay.ts';
import { replayerPath } from './serve-replayer.ts';

const wacz = randomBytes(300_000);
const sizeBytes = wacz.length;
const config = {
  HOST: '127.0.0.1',
  PORT: 0,
  REPLAY_PORT: undefined,
  REPLAY_URL: undefined,
  LOG_LEVEL: 'silent',
  TRUSTED_PROXIES: [] as string[],
  CONNECTIONS_PER_ADDRESS: 256,
} as const;

const report = CaptureReport.parse({
  captureId: 'A3',
  state: 'complete',
  failure: null,
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: '2026-11-21T10:00:09.000Z',
  page: {
    requestedUrl: 'https://shop.example/?a=1&b="2"',
    finalUrl: null,
    title: null,
    status: 200,
    protocol: null,
    serverAddress: null,
    contentLanguage: null,
    siteDate: null,
    redirects: [],
    heightPx: null,
    tls: null,
  },
  environment: null,
  steps: [],
  resources: { total: 1, whole: 1, bytes: 1 },
  missing: [],
  limits: [],
  block: null,
  alterations: [],
});

const visit = (atMs: number, path: string) => ({ atMs, tab: 1, url: `https://shop.example/${path}`, title: '' });
const session = {
  ...report,
  page: { ...report.page, requestedUrl: 'about:blank' },
  session: {
    ...sessionFacts,
    startedAt: '2026-11-21T10:00:01.000Z',
    pages: [visit(500, 'cart'), visit(7_000, 'paid')],
  },
};

const service = useService();
const minutes = (count: number) => new Date(service.now.getTime() + count * 60_000);

let home: string;
let token: string;
let login: Login;
let tokenSha256: Buffer;
let now: Date;
let options: ReplayOptions;
let replay: Replay;

beforeAll(async () => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../../../scripts/replayer.mjs', import.meta.url))]);
  home = mkdtempSync(join(tmpdir(), 'replay-'));
  const store = await openFolderStore(home);
  await store.put('evidence/A1/7/data/page.wacz', wacz);
  await store.put('evidence/A3/7/data/report.json', Buffer.from(JSON.stringify(report)));
  await store.put('evidence/A4/7/data/report.json', Buffer.from(JSON.stringify(session)));
  options = {
    store,
    key: randomBytes(32),
    publicUrl: 'http://localhost:3000',
    config,
    findGrant: (id) => findGrant(service.database.pool, id, now),
    dataPlace,
  };
  replay = (await openReplay(options)) as Replay;
});

afterAll(async () => {
  await replay.close();
  rmSync(home, { recursive: true });
});

beforeEach(async () => {
  now = service.now;
  login = await service.given.login();
  ({ token } = login);
  tokenSha256 = digestOf(token);
});

async function addressOf(path = '', ano = 'A1', record: RecordName = 'first'): Promise<string> {
  const replayed = { ano, fence: '7', record };
  await give(ano, login);
  const { id } = await openGrant(service.database.pool, { ...replayed, tokenSha256, now });
  return `${replay.addressesOf({ id, ...replayed }).address}${path}`;
}
/** Makes this login the submitter of the attestation. */
const give = (ano: string, { accountId, loginId }: Login) =>
  service.database.pool.query(
    `insert into attestation (ano, account_id, login_id, person_id, url) values ($1, $2, $3, $3, 'https://page.example/')
     on conflict (ano) do update set account_id = excluded.account_id, login_id = excluded.login_id`,
    [ano, accountId, loginId],
  );
const addressesAt = (of: Replay, ano: string) => of.addressesOf({ id: randomUUID(), ano, fence: '7', record: 'first' });
const get = async (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(await addressOf('page.wacz'), { method, headers });
const statusAt = async (address: string) => (await fetch(address)).status;

describe('a captured page’s record', () => {
  it('is sent whole without a Range header', async () => {
    const answer = await get();

    expect(answer.status).toBe(200);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(Buffer.from(await answer.arrayBuffer()).equals(wacz)).toBe(true);
  });

  it('is sent in part for a Range header', async () => {
    const answer = await get({ range: 'bytes=1000-1999' });

    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 1000-1999/${sizeBytes}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(wacz.subarray(1000, 2000))).toBe(true);
  });

  it('is sent in part only for the same version', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') as string;

    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  });

  it('refuses a range beyond its end', async () => {
    const answer = await get({ range: `bytes=${sizeBytes}-` });

    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${sizeBytes}`);
  });

  it('reports its size on HEAD', async () => {
    const answer = await get({ range: 'bytes=0-9' }, 'HEAD');

    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(sizeBytes)]);
  });
});

describe('the address of a replay', () => {
  const paths = [
    '',
    'page.wacz',
    'replay/',
    'replay/sw.js',
    'replay/ui.js',
    'replay/stay.js',
    'replay/wait.js',
    'show.js',
  ];

  it.each(paths)('is not found if altered or expired: “%s”', async (path) => {
    const address = await addressOf(path);
    const capability = address.split('/')[4] as string;
    const altered = address.replace(capability, `${capability.slice(0, -2)}AA`);
    expect((await fetch(altered)).status).toBe(403);

    now = minutes(15);
    const late = await fetch(address);

    expect(late.status).toBe(403);
    expect(await late.text()).toContain('请在存证详情页重新打开');
  });

  it('stays the same if requested again in time', async () => {
    const address = await addressOf('page.wacz');
    now = minutes(14);
    expect(await addressOf('page.wacz')).toBe(address);
    now = minutes(28);
    expect(await statusAt(address)).toBe(200);

    now = minutes(29);
    const renewed = await addressOf('page.wacz');

    expect(renewed).not.toBe(address);
    expect(await Promise.all([address, renewed].map(statusAt))).toEqual([403, 200]);
  });

  it('belongs to one session and ends with it', async () => {
    const address = await addressOf('page.wacz');
    const other = await service.given.member(login, ['evidence']);
    tokenSha256 = digestOf(other.token);
    const othersAddress = await addressOf('page.wacz');
    expect(othersAddress).not.toBe(address);

    await service.ask(calls.account.logout, {}, { as: token });

    expect(await Promise.all([address, othersAddress].map(statusAt))).toEqual([403, 200]);
  });

  it('ends when the login is disabled', async () => {
    const address = await addressOf('page.wacz');

    await service.database.pool.query(
      `update login set state = 'disabled' where id = (select login_id from session where token_sha256 = $1)`,
      [tokenSha256],
    );

    expect(await statusAt(address)).toBe(403);
  });

  it('ends when the evidence of a colleague becomes invisible to its user', async () => {
    const colleague = await service.given.member(login, ['evidence']);
    tokenSha256 = digestOf(colleague.token);
    const address = await addressOf('page.wacz');
    const seen = await statusAt(address);

    await service.database.pool.query(`update login set scope = 'own' where id = $1`, [colleague.loginId]);

    expect([seen, await statusAt(address)]).toEqual([200, 403]);
  });

  it('never appears in a log', async () => {
    const logging = (await openReplay({ ...options, config: { ...config, LOG_LEVEL: 'debug' } })) as Replay;
    const logged = logOf(logging.app.log);
    const capability = new URL(await addressOf()).pathname.split('/')[2] as string;

    for (const path of ['page.wacz', 'no-such', 'no-such?x=1', 'replay/none', ''])
      await fetch(`${logging.frameSource}/replay/${capability}/${path}`);
    await fetch(`${logging.frameSource}/replay/${capability}/page.wacz`, { method: 'POST' });
    await fetch(`${logging.frameSource}/replay/${capability}/%ff`);
    await logging.close();

    expect(logged.length).toBeGreaterThanOrEqual(7);
    expect(logged.join('')).not.toContain(capability.slice(0, 36));
  });

  it('is not found if the capture is missing', async () => {
    expect(await statusAt(await addressOf('page.wacz', 'A2'))).toBe(404);
    expect(await statusAt(await addressOf('', 'A2'))).toBe(404);
  });

  it('shows the visited page of a session that its address names, otherwise the last one if it was opened blank', async () => {
    const shown = async (query: string) => {
      const body = await (await fetch(await addressOf(query, 'A4'))).text();
      return /url="([^"]*)" ts="(\d+)"/.exec(body)?.slice(1);
    };

    expect(await shown('?page=0')).toEqual(['https://shop.example/cart', '20261121100001']);
    expect(await shown('?page=1&again=1')).toEqual(['https://shop.example/paid', '20261121100008']);
    expect(await shown('')).toEqual(['https://shop.example/paid', '20261121100008']);
    expect(await statusAt(await addressOf('?page=2', 'A4'))).toBe(404);
    expect(await statusAt(await addressOf('?page=0', 'A3'))).toBe(404);
  });

  it('is on another site than the service on this machine', async () => {
    expect(await addressOf()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/replay\//);
  });

  it('sets no cookie, and has the browser remove a captured page’s cookies of any length', async () => {
    const cookie = Array.from({ length: 180 }, (_, n) => `c${n}=${'x'.repeat(4_000)}`).join('; ');
    const address = await addressOf('page.wacz');

    const [plain, tossed] = [await fetch(address), await sendCookies(address, cookie)];

    expect([plain.status, tossed.status]).toEqual([200, 200]);
    expect(plain.headers.get('clear-site-data')).toBeNull();
    expect(tossed.clears).toBe('"cookies"');
    expect([plain.headers.get('set-cookie'), tossed.sets]).toEqual([null, undefined]);
  });

  it('has an origin per capture if REPLAY_URL has a star', async () => {
    const REPLAY_URL = 'https://*.replay.example';
    const other = (await openReplay({ ...options, config: { ...config, REPLAY_URL } })) as Replay;
    const hosts = ['A1', 'A2'].map((ano) => new URL(addressesAt(other, ano).address).host);
    await other.close();

    expect(hosts.every((host) => /^[0-9a-f]{32}\.replay\.example$/.test(host))).toBe(true);
    expect(new Set(hosts).size).toBe(2);
    expect(other.frameSource).toBe(REPLAY_URL);
  });

  it('does not exist if no replay URL is configured', async () => {
    expect(await openReplay({ ...options, publicUrl: 'https://proofkeep.example' })).toBeNull();
  });
});

describe('a replay in a tab', () => {
  /** Requests like a browser; Node's fetch doesn't resolve names below `localhost`. */
  async function visit(address: string, dest: string) {
    const { host, pathname } = new URL(address);
    return replay.app.inject({ url: pathname, headers: { host, 'sec-fetch-dest': dest } });
  }
  async function granted() {
    const replayed = { ano: 'A3', fence: '7', record: 'first' } as const;
    await give('A3', login);
    const { id } = await openGrant(service.database.pool, { ...replayed, tokenSha256, now });
    return replay.addressesOf({ id, ...replayed }).tabAddress as string;
  }
  const directive = (policy: unknown, name: string) =>
    String(policy)
      .split('; ')
      .find((one) => one.startsWith(`${name} `));

  it('has a page that runs no script and frames nothing but this replay, from another origin of its site', async () => {
    const tabAddress = await granted();

    const answer = await visit(tabAddress, 'document');

    const policy = answer.headers['content-security-policy'];
    const framed = new URL(directive(policy, 'frame-src')?.slice('frame-src '.length) as string);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`src="${framed}"`);
    expect(answer.body).toContain('https://shop.example/?a=1&amp;b=&quot;2&quot;');
    expect(framed.origin).not.toBe(new URL(tabAddress).origin);
    expect(framed.hostname).toMatch(/^[0-9a-f]{32}\.replay\.localhost$/);
    expect(directive(policy, 'default-src')).toBe("default-src 'none'");
    expect(directive(policy, 'script-src')).toBeUndefined();
    expect(directive(policy, 'frame-ancestors')).toBe("frame-ancestors 'none'");
  });

  it('frames a page that only the site and the tab’s page may frame', async () => {
    const tabAddress = await granted();
    const framed = /src="(http[^"]+)"/.exec((await visit(tabAddress, 'document')).body)?.[1] as string;

    const answer = await visit(framed, 'iframe');

    const policy = answer.headers['content-security-policy'];
    expect(answer.statusCode).toBe(200);
    expect(directive(policy, 'frame-ancestors')).toBe(
      `frame-ancestors http://localhost:3000 ${new URL(tabAddress).origin}`,
    );
    expect(directive(policy, 'connect-src')).toBe(`connect-src ${framed}`);
  });

  it('has no page in a frame, and the captured page has none without a frame', async () => {
    const tabAddress = await granted();
    const framed = /src="(http[^"]+)"/.exec((await visit(tabAddress, 'document')).body)?.[1] as string;

    expect((await visit(tabAddress, 'iframe')).statusCode).toBe(403);
    expect((await visit(framed, 'document')).statusCode).toBe(403);
  });

  it('ends with its grant', async () => {
    const tabAddress = await granted();
    now = minutes(15);

    expect((await visit(tabAddress, 'document')).statusCode).toBe(403);
  });

  it('is offered only where each capture has an origin', async () => {
    const pattern = await openReplay({ ...options, config: { ...config, REPLAY_URL: 'https://*.replay.example' } });
    const shared = await openReplay({ ...options, config: { ...config, REPLAY_URL: 'https://replay.example' } });
    const [inPattern, inShared] = [pattern, shared].map((one) => addressesAt(one as Replay, 'A1'));
    await Promise.all([pattern?.close(), shared?.close()]);

    expect(inPattern?.tabAddress).toMatch(/^https:\/\/[0-9a-f]{32}\.replay\.example\/tab\//);
    expect(new URL(inPattern?.tabAddress as string).host).not.toBe(new URL(inPattern?.address as string).host);
    expect(inShared?.tabAddress).toBeNull();
  });
});

describe('the port of replays', () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  const withBounds = async (TRUSTED_PROXIES: string[]) =>
    (await openReplay({ ...options, config: { ...config, TRUSTED_PROXIES, CONNECTIONS_PER_ADDRESS: 3 } })) as Replay;

  /** Opens a connection that sends a request and reads nothing. */
  async function hold(to: Replay, head = ''): Promise<Socket> {
    const socket = connect((to.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.pause();
    await once(socket, 'connect');
    socket.write(`GET ${largePath} HTTP/1.1\r\nhost: x\r\n${head}\r\n`);
    return socket;
  }
  const largePath = `${replayerPath}sw.js`;

  it('closes connections above the limit of their address', async () => {
    const bounded = await withBounds([]);
    for (let n = 0; n < 3; n++) await hold(bounded);

    await expect(fetch(`${bounded.frameSource}${largePath}`)).rejects.toThrow();

    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitFor(async () => expect(await statusAt(`${bounded.frameSource}${largePath}`)).toBe(200), 5_000);
    await bounded.close();
  });

  it('refuses requests above the limit of a client behind a trusted proxy', async () => {
    const bounded = await withBounds(['127.0.0.1']);
    const ask = (address: string) =>
      fetch(`${bounded.frameSource}${largePath}`, { headers: { 'x-forwarded-for': address } });
    for (let n = 0; n < 3; n++) await hold(bounded, 'x-forwarded-for: 203.0.113.9\r\n');

    await vi.waitFor(async () => expect((await ask('203.0.113.9')).status).toBe(429), 5_000);
    expect((await ask('203.0.113.10')).status).toBe(200);
    for (let n = 0; n < 5; n++) await hold(bounded);
    await bounded.close();
  });

  it('closes a connection that pipelines too many requests', async () => {
    const bounded = await withBounds([]);
    const socket = await hold(bounded);

    let heads = 0;
    socket.on('data', (data) => {
      heads += data.toString('latin1').split('HTTP/1.1 ').length - 1;
    });
    // A paused socket does not notice that the other end has closed it.
    socket.resume();
    socket.write(`GET ${largePath} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(20));
    await once(socket, 'close');

    expect(heads).toBeLessThan(20);
    expect(await statusAt(`${bounded.frameSource}${largePath}`)).toBe(200);
    await bounded.close();
  });
});

describe('the replayer', () => {
  it('is public, with its licence', async () => {
    const names = ['ui.js', 'sw.js', 'LICENSE'];
    const answers = await Promise.all(names.map((name) => fetch(new URL(replayerPath + name, replay.frameSource))));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await answers[2]?.text()).toContain('GNU AFFERO GENERAL PUBLIC LICENSE');
  });

  it('does not become a service worker without its guard', async () => {
    const headers = { 'service-worker': 'script' };

    expect((await fetch(new URL(`${replayerPath}sw.js`, replay.frameSource), { headers })).status).toBe(403);
    expect((await fetch(await addressOf('replay/sw.js'), { headers })).status).toBe(200);
  });

  it('is all that is available without a capability', async () => {
    for (const path of [
      '/',
      '/replay/',
      '/replayer/',
      '/replayer/2.5.3/..%2f..%2f..%2fpackage.json',
      '/evidence/A1/7/data/page.wacz',
    ])
      expect((await fetch(new URL(path, replay.frameSource))).status).toBeGreaterThanOrEqual(403);
  });
});

/** Node's fetch doesn't send cookies. */
async function sendCookies(address: string, cookie: string) {
  const [response] = (await once(request(address, { headers: { cookie } }).end(), 'response')) as [IncomingMessage];
  response.resume();
  const { 'clear-site-data': clears, 'set-cookie': sets } = response.headers;
  return { status: response.statusCode, clears, sets };
}

/** Captures the lines that this log writes. */
function logOf(log: object): string[] {
  const lines: string[] = [];
  const symbol = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream');
  const stream = Reflect.get(log, symbol as symbol) as { write(line: string): void };
  stream.write = (line) => lines.push(line);
  return lines;
}
