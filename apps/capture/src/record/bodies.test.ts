import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CdpBus } from '../browser/cdp.ts';
import { answered } from '../testing/exchange.ts';
import { Bodies } from './bodies.ts';
import { BodyFolder } from './body.ts';
import { completeness } from './completeness.ts';
import type { Exchange } from './exchange.ts';

const url = 'https://shop.example/page.html';

/** Returns the record of a body for which the browser announced `announced` bytes but gives only the decoded text. */
async function recorded(text: string, announced: number): Promise<Exchange> {
  const exchange = answered(url, { type: 'Document' }, { headers: [['content-encoding', 'br']] });
  const bus = { send: async () => ({ body: text, base64Encoded: false }) } as unknown as CdpBus;
  const bodies = new Bodies(bus, new BodyFolder(mkdtempSync(join(tmpdir(), 'bodies-'))), () => undefined);
  await bodies.finish({ id: '1', hops: [], exchange, sessionId: 'page', movedAt: 0, announced });
  return exchange;
}

describe('text that the browser has decoded', () => {
  it.each([
    ['there is no Content-Length', '保温杯', 0],
    ['it is longer than what came', '保温杯', 6],
    ['a replacement character marks invalid bytes', 'cup \ufffd', 7],
  ])('is kept but does not count as the body if %s', async (_why, text, announced) => {
    const exchange = await recorded(text, announced);

    expect(exchange.source).toBe('text');
    expect(readFileSync(exchange.body?.path ?? '', 'utf8')).toBe(text);
    expect(completeness([exchange]).missing).toMatchObject([
      { url, why: 'body-unavailable', said: { name: 'missing.decoded' } },
    ]);
  });

  it.each([
    ['保温杯', 9],
    ['', 0],
  ])('equals the original bytes if their number matches (“%s”)', async (text, announced) => {
    const exchange = await recorded(text, announced);

    expect(exchange.source).toBe('network');
    expect(completeness([exchange]).missing).toEqual([]);
  });
});
