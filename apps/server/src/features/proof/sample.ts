import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { canonicalBytes, type FileList, newAno, paths } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import type { Bytes, InputOf, proofCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import type { Installation } from '../../installation.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  bundleBytes,
  certify,
  findAttestation,
  findSealed,
  insertLocalFiles,
  installationSubmitter,
  seal,
} from '../attestations/service.ts';
import { dataPlace, localFence, requirePart, storedParts } from '../evidence/service.ts';
import { findSample, insertSample, setShown } from './store.ts';

type Calls = typeof proofCalls;
type Public = Context<'public'>;

const title = '示例：一份约定 / Sample: an agreement';
const agreement = {
  name: '约定.txt',
  path: 'data/files/agreement.txt',
  mediaType: 'text/plain',
  bytes: Buffer.from(
    '本文件仅用于演示。甲方于二〇二六年一月一日前向乙方支付一百元。\nFor demonstration only. A pays B one hundred yuan by 1 January 2026.\n',
  ),
};

/** What the altered bundle changes: the price on the captured page, or the amount in the agreement. */
const altered = {
  page: { path: 'data/page.txt', text: '268' },
  files: { path: agreement.path, text: 'hundred' },
} as const;

/**
 * The public sample. This installation makes it when the first visitor asks, instead of shipping it, so that its proofs
 * verify with the trust anchors that the installation publishes.
 */
export async function sampleProof(_input: InputOf<Calls['sampleProof']>, { db, services }: Public) {
  const ano = await findSample(db);
  const row = ano === undefined ? undefined : await findSealed(db, ano, { isLocalToo: true });
  if (!row) await services.jobs.send(db, 'make-sample', {});
  return { ano: row?.ano ?? null };
}

/** The sample's bundle, unchanged or with one bit of its content changed. */
export async function sampleBundle({ isAltered }: InputOf<Calls['sampleBundle']>, context: Public): Promise<Bytes> {
  const { db, services } = context;
  const ano = await findSample(db);
  const row = ano === undefined ? undefined : await findSealed(db, ano, { isLocalToo: true });
  if (!row) throw new Refusal('NOT_FOUND');
  const bundle = await bundleBytes(services.store, row);
  const body = await buffer(bundle.body as Readable);
  if (isAltered) {
    const { path, text } = row.kind === 'page' ? altered.page : altered.files;
    const { key } = requirePart(await storedParts(services.store, row), path);
    const part = Buffer.from(await services.store.bytes(key));
    const at = body.indexOf(part) + part.indexOf(text);
    body[at] = (body[at] ?? 0) ^ 1;
  }
  return { body, sizeBytes: body.length, fileName: isAltered ? `${row.ano}-altered.zip` : `${row.ano}.zip` };
}

/** Captures, seals and certifies the sample page. @returns its number; null if it can't be captured */
export type CaptureSample = () => Promise<string | null>;

/** @param captureSample null if no browser is on this machine */
export const sampleJobs = (
  installation: Installation,
  captureSample: CaptureSample | null,
): Pick<JobHandlers, 'make-sample'> => ({
  'make-sample': () => makeSample(installation, captureSample),
});

/**
 * A captured page, or an agreement where none can be captured. Safe to run twice and again after a crash: a page becomes
 * the sample once it is certified, and sealing of the agreement continues where it stopped.
 */
async function makeSample(installation: Installation, captureSample: CaptureSample | null): Promise<void> {
  const { pool } = installation.database;
  const known = await findSample(pool);
  const captured = known === undefined && captureSample ? await captureSample() : null;
  if (captured) await installation.database.transaction((db) => publish(db, captured));
  else await sealAgreement(installation, known);
}

async function publish(db: Client, ano: string): Promise<string> {
  await setShown(db, ano, ['subject', 'applicant', 'picture']);
  return insertSample(db, ano);
}

/** @param known the sample whose sealing was interrupted, or that is complete */
async function sealAgreement(installation: Installation, known: string | undefined): Promise<void> {
  const { database, store } = installation;
  const ano =
    known ??
    (await database.transaction(async (db) => {
      const made = newAno(new Date(), randomBytes(16));
      await insertLocalFiles(db, { ano: made, title, fileCount: 1 });
      return publish(db, made);
    }));
  const digests = { size: agreement.bytes.length, sha256: sha256Hex(agreement.bytes), sm3: sm3Hex(agreement.bytes) };
  const { name, path, mediaType, bytes } = agreement;
  const files: FileList['files'] = [{ name, path, modifiedAt: null, declaredSha256: null, ...digests }];
  const list = canonicalBytes({ v: 1, type: 'proofkeep-files', ano, files } satisfies FileList);
  const lease = { ano, fence: localFence };
  if ((await findAttestation(database.pool, ano))?.state === 'capturing') {
    await store.put(`${dataPlace(lease)}${below(path)}`, bytes);
    await store.put(`${dataPlace(lease)}${below(paths.fileList)}`, list);
    await seal(installation, {
      ...lease,
      kind: 'files',
      title,
      files,
      artifacts: [
        { path: below(path), mediaType, ...digests },
        {
          path: below(paths.fileList),
          mediaType: 'application/json',
          size: list.length,
          sha256: sha256Hex(list),
          sm3: sm3Hex(list),
        },
      ],
      submitter: installationSubmitter('存真 Proofkeep'),
      next: 'sealing',
    });
  }
  await certify(installation, ano);
}

const below = (path: string): string => path.slice(paths.dataFolder.length);
