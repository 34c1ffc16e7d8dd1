import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NetcourtForm } from '@proofkeep/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Court } from './court.ts';
import { httpCourt } from './http-court.ts';
import { keyIdOf } from './signed-request.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

let server: Server;
let court: Court;
let received: Received[];
/** The court's next answers, in order. */
let answers: { status: number; body?: unknown; text?: string }[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url = '', headers } = request;
    received.push({ method, path: url, headers, body: Buffer.concat(pieces) });
    const { status, body, text } = answers.shift() ?? { status: 500 };
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' });
    response.end(text ?? (body === undefined ? '' : JSON.stringify(body)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
  court = httpCourt({ name: '某法院', url, signer: { key: privateKey, keyId: keyIdOf(privateKey) } });
});
afterAll(() => server.close());
beforeEach(() => {
  received = [];
  answers = [];
});

const form = { v: 1, type: 'proofkeep-netcourt', evidence: { ano: 'PK1', name: '商品' } } as unknown as NetcourtForm;
async function* bundle() {
  yield Buffer.from('PK');
  yield Buffer.from('bundle');
}
const submittedAt = new Date('2026-11-20T06:00:00.000Z');
const submit = (at = submittedAt) => court.submit(form, { submittedAt: at, openBundle: async () => bundle() });

/** Checks a signature as docs/formats/court-push.md describes for courts, independently of the signing code. */
function isSigned({ method, path, headers, body }: Received): boolean {
  const input = String(headers['signature-input']).replace(/^proofkeep=/, '');
  const names = [...(/^\(([^)]*)\)/.exec(input)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? '');
  const valueOf: Record<string, unknown> = {
    ...headers,
    '@method': method,
    '@target-uri': `http://${headers.host}${path}`,
  };
  const lines = [...names.map((name) => `"${name}": ${valueOf[name]}`), `"@signature-params": ${input}`];
  const signature = Buffer.from(String(headers.signature).replace(/^proofkeep=:|:$/g, ''), 'base64');
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const isWhole = !names.includes('content-digest') || headers['content-digest'] === digest;
  return isWhole && verify(null, Buffer.from(lines.join('\n')), publicKey, signature);
}

describe('a court over HTTP', () => {
  it('gets the signed form under the number of the evidence, and answers with a reference', async () => {
    answers = [{ status: 201, body: { reference: 'C-7' } }];

    expect(await submit()).toEqual({ reference: 'C-7' });

    const [sent] = received as [Received];
    expect([sent.method, sent.path, sent.headers['idempotency-key']]).toEqual([
      'POST',
      '/api/evidence',
      `PK1-${submittedAt.getTime()}`,
    ]);
    expect(JSON.parse(sent.body.toString())).toEqual(form);
    expect(isSigned(sent)).toBe(true);
    expect(isSigned({ ...sent, body: Buffer.from(sent.body.toString().replace('PK1', 'PK2')) })).toBe(false);
    expect(isSigned({ ...sent, path: '/api/other' })).toBe(false);
  });

  it('gets the bundle if it wants it', async () => {
    answers = [{ status: 200, body: { reference: 'C-8', wantsBundle: true } }, { status: 204 }];

    expect(await submit()).toEqual({ reference: 'C-8' });

    const sent = received[1] as Received;
    expect([sent.method, sent.path, sent.body.toString()]).toEqual(['PUT', '/api/evidence/PK1/bundle', 'PKbundle']);
    expect(isSigned(sent)).toBe(true);
  });

  it('gets the same idempotency key for a repeated submission, and a new one for a new submission', async () => {
    const refused = { status: 422, body: { reason: '不属于受理范围' } };
    answers = [{ status: 503 }, refused, { status: 200, body: { reference: 'C-10' } }];

    await expect(submit()).rejects.toThrow();
    await submit();
    const again = await submit(new Date('2026-11-21T06:00:00.000Z'));

    const [first, repeated, next] = received.map(({ headers }) => headers['idempotency-key']);
    expect([repeated === first, next === first, again]).toEqual([true, false, { reference: 'C-10' }]);
  });

  it('may refuse the evidence, or its bundle, with a reason', async () => {
    answers = [{ status: 422, body: { reason: '不属于受理范围' } }];
    expect(await submit()).toEqual({ refusedBecause: '不属于受理范围' });

    answers = [
      { status: 200, body: { reference: 'C-9', wantsBundle: true } },
      { status: 422, body: { reason: '证据包不完整' } },
    ];
    expect(await submit()).toEqual({ refusedBecause: '证据包不完整' });
  });

  it.each([
    ['is still at work', { status: 202 }],
    ['is down', { status: 503 }],
    ['redirects', { status: 302 }],
    ['says nothing that is agreed', { status: 200, body: { ok: true } }],
    ['sends no JSON', { status: 200, text: '<html>' }],
    ['sends more than an answer', { status: 200, text: JSON.stringify({ reference: 'x'.repeat(70_000) }) }],
  ])('is asked again by the job if it %s', async (_what, answer) => {
    answers = [answer];

    await expect(submit()).rejects.toThrow();
    expect(received).toHaveLength(1);
  });

  it('accepts a signed list, and reports its outcome', async () => {
    const list = {
      no: 'L1-2',
      court: '杭州互联网法院',
      caseNo: '',
      pdf: Buffer.from('%PDF-'),
      json: Buffer.from('{"v":1}'),
    };
    answers = [
      { status: 200, body: { reference: 'L/7' } },
      { status: 200, body: { state: 'returned', reason: '请补充' } },
    ];

    const reference = await court.submitList(list);
    const answer = await court.askAboutList(reference);

    expect([reference, answer]).toEqual(['L/7', { state: 'returned', reason: '请补充' }]);
    const [sent, asked] = received as [Received, Received];
    expect(JSON.parse(sent.body.toString())).toMatchObject({ no: 'L1-2', list: { v: 1 }, pdfBase64: 'JVBERi0=' });
    expect([sent.headers['idempotency-key'], asked.path]).toEqual(['L1-2', '/api/lists/L%2F7']);
    expect([isSigned(sent), isSigned(asked)]).toEqual([true, true]);
  });
});
