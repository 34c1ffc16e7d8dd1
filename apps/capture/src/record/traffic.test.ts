import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CdpBus } from '../browser/cdp.ts';
import { origin } from '../testing/exchange.ts';
import { Bodies } from './bodies.ts';
import { BodyFolder } from './body.ts';
import type { Exchange } from './exchange.ts';
import { Traffic } from './traffic.ts';
import { writeWarc } from './warc.ts';

const url = 'https://shop.example/price';
const text = 'CNY 199.00';

/** A browser that reports one request for the URL, and provides its body. */
async function recorded(response: { fromDiskCache?: boolean }, extraStatus?: number): Promise<Exchange[]> {
  const listeners = new Map<string, (event: object, session: string) => void>();
  const bus = {
    on: (event: string, listener: (event: object, session: string) => void) => {
      listeners.set(event, listener);
      return () => {};
    },
    send: async () => ({ body: Buffer.from(text).toString('base64'), base64Encoded: true }),
  } as unknown as CdpBus;
  const bodies = new Bodies(bus, new BodyFolder(mkdtempSync(join(tmpdir(), 'bodies-'))), () => undefined);
  const traffic = new Traffic(bus, bodies, 100);
  traffic.follow();
  const report = (event: string, value: object) =>
    listeners.get(`Network.${event}`)?.({ requestId: '1', ...value }, 'page');
  const headers = { 'content-type': 'text/plain', 'content-length': String(text.length) };
  report('requestWillBeSent', { request: { url, method: 'GET', headers: {} }, type: 'Document', wallTime: 1 });
  if (extraStatus) report('responseReceivedExtraInfo', { statusCode: extraStatus, headers: { etag: '"1"' } });
  report('responseReceived', {
    type: 'Document',
    hasExtraInfo: extraStatus !== undefined,
    response: { url, status: 200, statusText: 'OK', protocol: 'h2', mimeType: 'text/plain', headers, ...response },
  });
  report('dataReceived', { dataLength: text.length });
  report('loadingFinished', {});
  await traffic.arrived();
  traffic.assignExtra();
  return traffic.exchanges;
}

/** Type, status line, origin of the body and the body of each response in the network record. */
async function writtenOf(exchanges: Exchange[]) {
  const { path } = await writeWarc(join(mkdtempSync(join(tmpdir(), 'warc-')), 'data.warc.gz'), exchanges, origin);
  const warc = gunzipSync(readFileSync(path)).toString();
  const found = warc.matchAll(
    /WARC-Type: (response|revisit)\r\n[^]*?WARC-JSON-Metadata: (.*)\r\n[^]*?HTTP\/1.1 (\d+)[^]*?\r\n\r\n(.*)\r\n\r\n/g,
  );
  return [...found].map(([, type, metadata, status, body]) => [type, status, JSON.parse(metadata ?? '').body, body]);
}

describe('the body of a response', () => {
  it('from the browser’s cache is marked as such in the record', async () => {
    expect(await writtenOf(await recorded({ fromDiskCache: true }))).toEqual([['response', '200', 'cache', text]]);
  });

  it('is marked as cached if a 304 confirmed it, and the 304 is recorded as received', async () => {
    expect(await writtenOf(await recorded({}, 304))).toEqual([
      ['revisit', '304', 'none', ''],
      ['response', '200', 'cache', text],
    ]);
  });

  it('is marked as from the network if it was transferred', async () => {
    expect(await writtenOf(await recorded({}))).toEqual([['response', '200', 'network', text]]);
  });
});
