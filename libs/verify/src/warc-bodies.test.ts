import { gunzipSync, gzipSync } from 'node:zlib';
import { bytesSource, paths } from '@proofkeep/bundle';
import { writeZip } from '@proofkeep/bundle/node';
import { asZipInputs, openSampleSealer } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnchors } from './anchors.ts';
import { verifyBundle } from './verify.ts';

let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
beforeAll(async () => {
  sealer = await openSampleSealer();
});
afterAll(() => sealer.close());

const archive = 'archive/data.warc.gz';
const body = '<p>价格 ¥199.00</p>';

/** Makes a bundle around a changed archive: data package, manifest, tokens, signatures and log entry are all of that archive. */
async function findingsWith(change: (record: Buffer) => Buffer[]) {
  const { parts, anchors } = await sealer.make({
    record: {
      body,
      change: (files) => {
        const members = change(gunzipSync(Buffer.from(files.get(archive) ?? []))).map((record) => gzipSync(record));
        files.set(archive, Buffer.concat(members));
        const index = Buffer.from(files.get('indexes/index.cdx') ?? []).toString();
        const length = members[0]?.length;
        files.set('indexes/index.cdx', Buffer.from(index.replace(/"length":"\d+"/, `"length":"${length}"`)));
      },
    },
  });
  const pieces: Uint8Array[] = [];
  await writeZip(async (bytes) => void pieces.push(bytes), asZipInputs(parts));
  const report = await verifyBundle(bytesSource(Buffer.concat(pieces)), await readAnchors(anchors));
  const found = report.findings.filter(({ subject, check }) => subject === paths.record && check === 'record');
  return { verdict: report.verdict, failed: report.findings.filter(({ outcome }) => outcome === 'failed'), found };
}

const flipped = (record: Buffer, text: string) => {
  const at = record.indexOf(text);
  expect(at).toBeGreaterThan(0);
  record[at] = (record[at] ?? 0) ^ 1;
  return record;
};
const without = (record: Buffer, ...fields: string[]) =>
  Buffer.from(fields.reduce((text, field) => text.replace(new RegExp(`${field}: .*\r\n`), ''), record.toString()));

describe('bodies in the network record', () => {
  it('are compared with the digests of their records', async () => {
    const { verdict, found } = await findingsWith((record) => [record]);

    expect(verdict).toBe('passed');
    expect(found).toMatchObject([{ code: 'records' }, { code: 'record-bodies', args: { count: 1, compared: 1 } }]);
  });

  it.each([
    ['payload', (record: Buffer) => without(record, 'WARC-Block-Digest'), 'WARC-Payload-Digest'],
    ['block', (record: Buffer) => record, 'WARC-Block-Digest'],
  ])('fail with one changed byte, everything around them sealed again: %s digest', async (_, prepare, field) => {
    const { verdict, failed } = await findingsWith((record) => [flipped(prepare(record), '199.00')]);

    expect(verdict).toBe('failed');
    expect(failed).toEqual([
      expect.objectContaining({ check: 'record', code: 'record-body', args: { url: 'http://shop.example/1', field } }),
    ]);
  });

  it('fail if a header of the response was changed', async () => {
    const { failed } = await findingsWith((record) => [flipped(record, 'text/html')]);

    expect(failed).toMatchObject([{ code: 'record-body', args: { field: 'WARC-Block-Digest' } }]);
  });

  it('fail in a record that is not in the index, and the finding names its URL', async () => {
    const { failed } = await findingsWith((record) => {
      const request = Buffer.from(record.toString().replaceAll('shop.example', 'ads.example'));
      return [record, flipped(request, '199.00')];
    });

    expect(failed).toMatchObject([{ code: 'record-body', args: { url: 'http://ads.example/1' } }]);
  });

  it('are counted where their record states no digest, and the bundle still verifies', async () => {
    const { verdict, found } = await findingsWith((record) => [
      record,
      without(record, 'WARC-Block-Digest', 'WARC-Payload-Digest'),
    ]);

    expect(verdict).toBe('passed');
    expect(found.slice(1)).toMatchObject([
      { outcome: 'passed', code: 'record-bodies', args: { count: 2, compared: 1 } },
      { outcome: 'not-checked', required: false, code: 'record-undigested', args: { count: 1 } },
    ]);
  });

  it.each([
    ['ends early', (record: Buffer) => record.subarray(0, -6)],
    ['has more than its block', (record: Buffer) => Buffer.concat([record, Buffer.from('more')])],
    ['states no length', (record: Buffer) => without(record, 'Content-Length')],
  ])('can’t be read in a record that %s', async (_, change) => {
    const { failed } = await findingsWith((record) => [record, change(record)]);

    expect(failed).toMatchObject([{ check: 'record', code: 'record-archive', args: { offset: expect.any(Number) } }]);
  });
});
