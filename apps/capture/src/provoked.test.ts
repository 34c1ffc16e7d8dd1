import { createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { failureAdvice, failureWords, isOwnFault, type Message, sentenceIn } from '@proofkeep/contract';
import { isLongTest, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, type GivenCapture } from './testing/capture.ts';

/**
 * Ways in which sites and their servers fail, provoked for real: what a user reads about each must be a sentence of
 * ours.
 */
const servers: Server[] = [];
let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await site.close();
});

/** Starts a server that handles each connection in this way. @returns `address:port` */
async function serverThat(does: (socket: Socket) => void, make = createServer): Promise<string> {
  const server = make((socket: Socket) => {
    socket.on('error', () => {});
    does(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}
const answering = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text));
const html = (head: string, body: string) =>
  `HTTP/1.1 ${head}\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n${body}`;

/** Everything in a report that a user can read. */
async function readOf(url: string, given: GivenCapture, o: object = {}) {
  const place = /^https?:\/\/(127[^/]+)/.exec(url)?.[1];
  const { report, remove } = await capture({ url, ...(place && { egressAllow: [place] }), ...o }, given);
  await remove();
  const { failure, steps, missing, limits, block, alterations } = report;
  const messages: Message[] = [
    ...(failure && !isOwnFault(failure.code) ? [failure.said] : []),
    ...steps.flatMap(({ said }) => said),
    ...missing.map(({ said }) => said),
    ...limits,
    ...(block?.signs ?? []),
    ...alterations.map(({ said }) => said),
  ];
  const words = (language: 'zh' | 'en') => [
    ...(failure
      ? [failureWords[failure.code], failureAdvice[failure.code]].map(([zh, en]) => (language === 'zh' ? zh : en))
      : []),
    ...messages.map((one) => sentenceIn(one, language)),
  ];
  return { report, zh: words('zh'), en: words('en') };
}

const paths = /(^|[\s(])(\/(tmp|work|home|usr|var|root)\/|[A-Z]:\\)|node:internal|\.(ts|js):\d+/;
const frames = /\bat \S+ \(|\n\s+at /;
const codes = /\bE[A-Z]{4,}\b|\bERR_|net::/;
/** Names, addresses, versions and terms that also occur in Chinese text. */
const neutral =
  /(https?:\/\/|[\w-]+\.)[^\s：，。]*|Chrome\/|file:|[\w.-]*\d[\w.-]*|https?|HTTP|TLS|PDF|Headless|Cookie|WebSocket|gzip|“[^”]*”/g;

function expectPlain({ zh, en }: { zh: string[]; en: string[] }): void {
  for (const text of [...zh, ...en]) {
    expect(text).not.toMatch(paths);
    expect(text).not.toMatch(frames);
    expect(text).not.toMatch(codes);
  }
  for (const text of zh) expect(text.replace(neutral, '')).not.toMatch(/[A-Za-z]{3,}/);
}

type Provoked = [
  what: string,
  code: string | null,
  url: () => Promise<string> | string,
  given?: GivenCapture,
  order?: object,
];
const shortly = { limits: { wallMs: 6_000 } };
const provoked: Provoked[] = [
  ['an unknown name', 'NAME_NOT_RESOLVED', () => 'https://nowhere.invalid/'],
  [
    'a name with a private address',
    'EGRESS_REFUSED',
    () => 'http://inside.example/',
    { environment: { CAPTURE_HOSTS: 'inside.example=10.0.0.1' } },
  ],
  ['a private address', 'URL_REFUSED', () => 'http://10.0.0.1/'],
  ['a port that is not for pages', 'URL_REFUSED', () => 'http://example.com:22/'],
  ['no URL', 'URL_REFUSED', () => 'not an address'],
  ['a file URL', 'URL_REFUSED', () => 'file:///etc/passwd'],
  [
    'a closed port',
    'CONNECTION_FAILED',
    async () => {
      const place = await serverThat(() => {});
      await new Promise((resolve) => servers.pop()?.close(resolve));
      return `http://${place}/`;
    },
  ],
  [
    'a closed port with TLS',
    'CONNECTION_FAILED',
    async () => {
      const place = await serverThat(() => {});
      await new Promise((resolve) => servers.pop()?.close(resolve));
      return `https://${place}/`;
    },
  ],
  [
    'a reset connection',
    'CONNECTION_FAILED',
    async () => `http://${await serverThat((socket) => void socket.once('data', () => socket.resetAndDestroy()))}/`,
  ],
  [
    'a connection that closes at once',
    'CONNECTION_FAILED',
    async () => `http://${await serverThat((socket) => void socket.end())}/`,
  ],
  ['no HTTP', 'CONNECTION_FAILED', async () => `http://${await serverThat(answering('SSH-2.0-OpenSSH_9.6\r\n\r\n'))}/`],
  [
    'headers without end',
    'CONNECTION_FAILED',
    async () => `http://${await serverThat(answering(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(400_000)}\r\n\r\n`))}/`,
  ],
  [
    'plain text where TLS is expected',
    'CONNECTION_FAILED',
    async () => `https://${await serverThat(answering('HTTP/1.1 400 Bad\r\n\r\n'))}/`,
  ],
  [
    'TLS that breaks off',
    'CONNECTION_FAILED',
    async () => `https://${await serverThat((socket) => void socket.once('data', () => socket.resetAndDestroy()))}/`,
  ],
  [
    'TLS without a certificate',
    'CONNECTION_FAILED',
    async () => `https://${await serverThat(() => {}, tls.createServer as never)}/`,
  ],
  [
    'an untrusted certificate',
    'TLS_INVALID',
    () => `${site.httpsOrigin}/article`,
    { environment: { CAPTURE_TRUST_SPKI: '' } },
  ],
  ['a file', 'NOT_A_PAGE', () => `${site.httpOrigin}/download-only`],
  ['endless redirects', 'NOT_A_PAGE', () => `${site.httpOrigin}/hostile/redirects`],
  [
    'no content',
    'NOT_A_PAGE',
    async () => `http://${await serverThat(answering('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'))}/`,
  ],
  ['an answer that never comes', 'WALL_TIME_EXCEEDED', () => `${site.httpOrigin}/hostile/slow-headers`, {}, shortly],
  ['a page that navigates for ever', 'NOT_A_PAGE', () => `${site.httpOrigin}/hostile/head-navigation`],
  [
    'parts that fail',
    null,
    async () => {
      const gone = 'https://nowhere.invalid/a.js http://10.0.0.1/b.png https://127.0.0.1:1/c.css'.split(' ');
      const body = `<h1>parts</h1><script src="${gone[0]}"></script><img src="${gone[1]}"><link rel="stylesheet" href="${gone[2]}"><script>fetch("http://127.0.0.1:1/x");new WebSocket("ws://nowhere.invalid/")</script>`;
      return `http://${await serverThat(answering(html('200 OK', body)))}/`;
    },
  ],
  ['a missing page', null, async () => `http://${await serverThat(answering(html('404 Not Found', '<h1>404</h1>')))}/`],
  ['an error of the site', null, () => `${site.httpOrigin}/error`],
  ['a login wall', null, () => `${site.httpOrigin}/account`],
  ['an overlay', null, () => `${site.httpOrigin}/overlay`],
  [
    'no browser',
    'BROWSER_MISSING',
    () => `${site.httpOrigin}/article`,
    { environment: { CHROMIUM_PATH: '/nowhere/chromium' } },
  ],
  [
    'a browser that does not start',
    'BROWSER_FAILED',
    () => `${site.httpOrigin}/article`,
    { environment: { CHROMIUM_PATH: '/bin/true' } },
  ],
];

/** The browser waits 45 s for these. */
const slow: Provoked[] = [
  [
    'a body that breaks off',
    null,
    async () =>
      `http://${await serverThat(answering('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n<h1>half</h1>'))}/`,
  ],
  [
    'a broken encoding',
    'LOAD_TIMEOUT',
    async () =>
      `http://${await serverThat(answering('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\nno gzip'))}/`,
  ],
];

// Most of the time is waiting, so they overlap.
describe.concurrent('the report to the user about', () => {
  it.each(isLongTest ? [...provoked, ...slow] : provoked)(
    '%s is plain',
    { timeout: 90_000 },
    async (_what, code, url, given = {}, order = {}) => {
      const read = await readOf(await url(), { site, ...given }, order);

      expect(read.report.failure?.code ?? null).toBe(code);
      expectPlain(read);
      // The message names the cause that the proxy found, not the proxy.
      expect(read.en.join()).not.toContain('egress proxy');
    },
  );
});
