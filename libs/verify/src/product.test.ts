import { randomBytes } from 'node:crypto';
import {
  bytesSource,
  canonicalBytes,
  newAno,
  type ProductField,
  type ProductReading,
  type ProductRecord,
  paths,
} from '@proofkeep/bundle';
import { sha256Hex, writeZip } from '@proofkeep/bundle/node';
import { asZipInputs, openSampleSealer } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnchors } from './anchors.ts';
import { verifyBundle } from './verify.ts';

let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
beforeAll(async () => {
  sealer = await openSampleSealer();
});
afterAll(() => sealer.close());

const url = 'http://shop.example/1';
const body =
  '<h1>保温杯 &amp; 杯刷</h1><b>¥</b><b>1,299</b><b>.00</b><script>s={"sku":{"a":{"name":"\\u7ea2\\u8272","price":129900}}}</script>';
const sha256 = sha256Hex(Buffer.from(body));
const source = (parts: string[], reading: ProductReading): NonNullable<ProductField['source']> => ({
  url,
  sha256,
  parts,
  reading,
  at: 'test',
});
const box = { x: 1, y: 2, width: 30, height: 40 };

const title: ProductField = {
  name: 'title',
  variant: null,
  value: '保温杯 & 杯刷',
  shown: { parts: ['保温杯 & 杯刷'], reading: 'text', box },
  source: source(['保温杯 & 杯刷'], 'text'),
};
const price: ProductField = {
  name: 'price',
  variant: null,
  value: '1299',
  shown: { parts: ['¥', '1,299', '.00'], reading: 'amount', box },
  source: source(['¥', '1,299', '.00'], 'amount'),
};
const red: ProductField = {
  name: 'variantPrice',
  variant: '红色',
  value: '1299',
  shown: null,
  source: source(['129900'], 'cents'),
};

/** Verifies a bundle with these facts. */
async function verify(
  fields: ProductField[],
  change: (record: ProductRecord) => object = (record) => record,
  pageText: string | null = '保温杯 & 杯刷\n¥1,299.00\n',
  kind: 'ecommerce' | 'page' = 'ecommerce',
  response = body,
) {
  const ano = newAno(new Date(), randomBytes(16));
  const record: ProductRecord = { v: 1, type: 'proofkeep-product', ano, platform: 'generic', fields, images: [] };
  const { parts, anchors } = await sealer.make({
    data: {
      ...(pageText !== null && { 'data/page.txt': pageText }),
      [paths.product]: canonicalBytes(change(record)),
    },
    record: { body: response },
    change: (manifest) => ({ ...manifest, ano, kind }),
  });
  const pieces: Uint8Array[] = [];
  await writeZip(async (bytes) => void pieces.push(bytes), asZipInputs(parts));
  const report = await verifyBundle(bytesSource(Buffer.concat(pieces)), await readAnchors(anchors));
  return { ...report, product: report.findings.find(({ check }) => check === 'product') };
}

describe('product facts', () => {
  it('pass if page text and responses contain their quotations', async () => {
    const { verdict, product } = await verify([title, price, red]);

    expect(product).toMatchObject({ outcome: 'passed', args: { count: 3, sourced: 3 } });
    expect(verdict).toBe('passed');
  });

  it.each<[string, ProductField, string]>([
    ['a value that does not follow from its quotation', { ...price, value: '999' }, 'product-field'],
    [
      'a quotation that the page text lacks',
      { ...price, value: '999', shown: { parts: ['¥999'], reading: 'amount', box }, source: null },
      'product-text',
    ],
    [
      'a quotation that the response lacks',
      { ...price, value: '299', shown: null, source: source(['299'], 'number') },
      'product-source',
    ],
    [
      'a response that the record lacks',
      { ...price, source: { ...source(['1,299'], 'amount'), sha256: 'a'.repeat(64) } },
      'product-source',
    ],
    ['a variant that neither holds', { ...red, variant: '蓝色' }, 'product-text'],
    ['neither place nor source', { ...price, shown: null, source: null }, 'product-field'],
  ])('fail with %s', async (_, field, code) => {
    const { verdict, product } = await verify([title, field]);

    expect(product).toMatchObject({ outcome: 'failed', code });
    expect(verdict).toBe('failed');
  });

  it.each<[string, string[], string, string, 'passed' | 'failed']>([
    ['a piece of a longer number', ['¥', '9'], '9', '¥199', 'failed'],
    ['the beginning of a longer number', ['¥', '199'], '199', '¥1999', 'failed'],
    ['whole units without their hundredths', ['¥', '1,299'], '1299', '¥1,299.50', 'failed'],
    ['a price in lines of its own, beside another number', ['¥', '199', '.00'], '199', '¥\n199\n.00\n12', 'passed'],
    ['a price after the point of a sentence', ['¥', '199'], '199', 'No 5. ¥ 199, 12 left', 'passed'],
    ['a price with hidden text between its parts', ['¥', '199', '.00'], '199', '¥199 yuan .00', 'passed'],
  ])('shown as %s', async (_, parts, value, text, outcome) => {
    const field: ProductField = { ...price, value, shown: { parts, reading: 'amount', box }, source: null };

    const { product } = await verify([field], undefined, `${text}\n`);

    expect(product).toMatchObject({ outcome });
  });

  it('are not counted as checked if the text of the page was not kept', async () => {
    const { verdict, findings } = await verify(
      [title, price, { ...red, name: 'sales', variant: null }],
      undefined,
      null,
    );

    expect(findings.filter(({ check }) => check === 'product')).toMatchObject([
      { outcome: 'passed', code: 'product-facts', args: { count: 1, sourced: 1 } },
      { outcome: 'not-checked', code: 'product-no-text', args: { count: 2 } },
    ]);
    expect(verdict).toBe('passed');
  });

  it('are not checked in a response too long to be read completely', async () => {
    const long = body + ' '.repeat(32 * 2 ** 20);
    const sha256 = sha256Hex(Buffer.from(long));
    const ofLong = (field: ProductField): ProductField => ({
      ...field,
      source: field.source && { ...field.source, sha256 },
    });

    const { verdict, findings } = await verify([title, price].map(ofLong), undefined, undefined, 'ecommerce', long);

    expect(findings.filter(({ check }) => check === 'product')).toMatchObject([
      { outcome: 'not-checked', required: false, code: 'product-limit', args: { count: 2 } },
    ]);
    expect(verdict).toBe('passed');
  });

  it('fail in a bundle of another kind', async () => {
    const { verdict, product } = await verify([title, price], undefined, undefined, 'page');

    expect(product).toMatchObject({ outcome: 'failed', code: 'product-of-page' });
    expect(verdict).toBe('failed');
  });

  it('fail if they belong to another bundle or have unknown members', async () => {
    const other = await verify([title], (record) => ({ ...record, ano: newAno(new Date(), randomBytes(16)) }));
    const unknown = await verify([title], (record) => ({ ...record, verified: true }));

    expect([other, unknown].map(({ product }) => product?.code)).toEqual(['other-bundle', 'json']);
  });
});
