import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProductRecord } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { afterAll, describe, expect, it } from 'vitest';
import type { Capture } from '../capture.ts';
import type { WarcPlace } from '../record/warc.ts';
import { answered } from '../testing/exchange.ts';
import type { PageProduct } from './page-facts.ts';
import { RecordedResponses } from './sources.ts';
import { writeProduct } from './write-product.ts';

const home = mkdtempSync(join(tmpdir(), 'product-'));
afterAll(() => rm(home, { recursive: true }));

/** A response in the record with this text. */
function placeOf(url: string, text: string): WarcPlace {
  const path = join(home, sha256Hex(Buffer.from(url)));
  writeFileSync(path, text);
  const body = { path, size: text.length } as NonNullable<WarcPlace['exchange']['body']>;
  const exchange = answered(url, { body }) as WarcPlace['exchange'];
  return { exchange, offset: 0, length: 1, payloadDigest: `sha256:${sha256Hex(Buffer.from(text))}` };
}

describe('product.json', () => {
  it('lists an image outside of the screenshot, without a box', async () => {
    const written = new Map<string, Uint8Array>();
    const url = 'https://a.example/';
    const capture = {
      document: { peek: () => ({ committed: { url } }) },
      job: { captureId: 'PK20261120ABCDEFGHJKM' },
      sink: { put: async (_: string, path: string, _type: string, bytes: Uint8Array) => void written.set(path, bytes) },
    } as unknown as Capture;
    const at = (x: number): PageProduct['images'][number] => {
      const box = { x, y: 0, width: 200, height: 200 };
      return { url: `${url}${x}.png`, box, naturalPx: 40_000, role: 'gallery', isAside: false };
    };

    await writeProduct(capture, { platform: 'generic', fields: [], images: [at(5), at(-9_999_999)], data: [] }, []);

    const record = ProductRecord.parse(JSON.parse(Buffer.from(written.get('product.json') ?? []).toString()));
    expect(record.images.map(({ box }) => box?.x ?? null)).toEqual([5, null]);
  });
});

describe('responses of the record', () => {
  const places = [placeOf('https://a.example/', 'price 1299'), placeOf('https://a.example/2', 'price 49')];

  it('are searched in order, starting with the one that the data came from', async () => {
    const responses = new RecordedResponses(places, 'https://a.example/');

    expect((await responses.holding(['49'], null))?.url).toBe('https://a.example/2');
    expect((await responses.holding(['price'], 'https://a.example/2'))?.url).toBe('https://a.example/2');
    expect(await responses.holding(['129'], null)).toBeUndefined();
  });

  it('are read and searched up to a limit', async () => {
    const short = new RecordedResponses(places, 'https://a.example/', { bytes: 12, searched: 1_000 });
    const quick = new RecordedResponses(places, 'https://a.example/', { bytes: 1_000, searched: 12 });

    expect((await short.holding(['1299'], null))?.url).toBe('https://a.example/');
    expect(await short.holding(['49'], null)).toBeUndefined();
    expect((await quick.holding(['1299'], null))?.url).toBe('https://a.example/');
    expect(await quick.holding(['1299'], null)).toBeUndefined();
  });
});
