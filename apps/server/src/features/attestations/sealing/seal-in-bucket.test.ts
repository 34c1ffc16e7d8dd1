import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSource } from '@proofkeep/bundle/node';
import { readAnchors, verifyBundle } from '@proofkeep/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportBundle } from '../../../cli/local/export.ts';
import { type S3Server, startS3Server } from '../../../store/testing/s3-server.ts';
import { useInstallation } from '../testing/test-installation.ts';
import { certify } from './certify.ts';
import { seal } from './seal.ts';
import { checkStore } from './store-check.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
  await s3.makeBucket('evidence');
});
afterAll(() => s3?.close());

const given = useInstallation(() => ({ STORE_URL: s3.url('evidence') }));

it('seals, certifies, packs and checks evidence in a bucket, even if two servers do it concurrently', async () => {
  const { installation, dataDir } = given;
  const captured = await given.capture();
  await Promise.all([seal(installation, captured), seal(installation, captured)]);
  await Promise.all([certify(installation, captured.ano), certify(installation, captured.ano)]);

  const out = join(dataDir, 'bundle.zip');
  await exportBundle(installation, captured.ano, out);
  const source = await fileSource(out);
  const anchors = await readAnchors(await readFile(join(dataDir, 'trust/anchors.json'), 'utf8'));
  const { findings } = await verifyBundle(source, anchors);
  await source.close();

  expect(findings.filter(({ outcome, required }) => outcome !== 'passed' && required)).toEqual([]);
  expect(await checkStore(installation, () => {})).toMatchObject({ attestations: 1, problems: 0 });
  await expect(installation.store.remove(`evidence/${captured.ano}/`)).rejects.toMatchObject({
    code: 'STORE_RETAINED',
  });
  expect(existsSync(join(dataDir, 'store'))).toBe(false);
});
