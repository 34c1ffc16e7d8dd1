import { Readable } from 'node:stream';
import { matterPaths } from '@proofkeep/bundle';
import { zipChunks, zipSize } from '@proofkeep/bundle/node';
import type { Bytes, consoleDeedCalls, deedCalls, InputOf, ReplyOf } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  deedKey,
  documentsOf,
  findDeed,
  findMatterByNo,
  requireOfficeMatter,
  requireOwnMatter,
} from '../notarization/service.ts';
import { byName, documentParts, entriesOf, readParts } from './parts.ts';
import { recordingEntries, recordingTotals } from './recording-parts.ts';
import { findBundle } from './store.ts';

type Calls = typeof deedCalls;

/**
 * Returns the public facts for anyone who has a page of the matter, without parties or the text of the deed. @throws
 * Refusal NOT_FOUND
 */
export async function publicDeed(
  { no }: { no: string },
  { db, services }: Context<'public'>,
): Promise<ReplyOf<Calls['publicDeed']>> {
  const row = await findMatterByNo(db, no);
  if (!row) throw new Refusal('NOT_FOUND');
  const statement = await findDeed(db, row.id);
  const documents = (await documentsOf(db, row.id)).map(
    ({ kind, version, sha256: documentSha256, drawnAt, signatures }) => {
      return { kind, version, documentSha256, drawnAt, signatures: signatures.length };
    },
  );
  const office = row.acceptedAt ? row.officeName : null;
  return {
    no,
    office,
    documents,
    deed: statement === undefined ? null : { statement, proof: await proofOf(services, no) },
  };
}

/** Null until a checkpoint covers the entry: the reader asks again instead of waiting. */
async function proofOf({ log }: Context['services'], no: string): Promise<string | null> {
  const key = deedKey(no);
  if (!(await log.indexes([key])).has(key)) return null;
  return Buffer.from((await log.logged(key)).proof).toString();
}

export async function matterBundleFacts({ id }: { id: string }, context: Context<'user'>) {
  await requireOwnMatter(context, id);
  return factsOf(context, id);
}

export async function officeBundleFacts({ id }: { id: string }, context: Context<'notary'>) {
  await requireOfficeMatter(context, id);
  return factsOf(context, id);
}

type Read = Pick<Context<'user'>, 'db' | 'services'>;

async function factsOf({ db, services }: Read, matterId: string): Promise<ReplyOf<Calls['matterBundleFacts']>> {
  const found = await findBundle(db, matterId);
  if (!found) return { bundle: null };
  const { madeAt, sizeBytes, manifestSha256 } = found;
  const recordings = await recordingTotals(db, services, { matterId, madeAt });
  return { bundle: { madeAt: madeAt.toISOString(), sizeBytes, manifestSha256, recordings } };
}

export async function matterBundle(
  { id, recordings }: InputOf<Calls['matterBundle']>,
  context: Context<'user'>,
): Promise<Bytes> {
  const { id: matterId, no } = await requireOwnMatter(context, id);
  context.audit({ matter: no });
  return bundleOf(context, { matterId, no, recordings });
}

export async function officeBundle(
  { id, recordings }: InputOf<(typeof consoleDeedCalls)['officeBundle']>,
  context: Context<'notary'>,
): Promise<Bytes> {
  const { id: matterId, no, accountId } = await requireOfficeMatter(context, id);
  context.audit({ matter: no, accountId });
  return bundleOf(context, { matterId, no, recordings });
}

/** Streams the bundle, whose bytes never change. @throws Refusal STATE_FORBIDS until it is made */
async function bundleOf(
  { db, services }: Read,
  { matterId, no, recordings }: { matterId: string; no: string; recordings: 'with' | 'without' },
): Promise<Bytes> {
  const found = await findBundle(db, matterId);
  if (!found) throw new Refusal('STATE_FORBIDS');
  const own = await readParts(services, matterId, found.fileKey);
  const sealed = entriesOf(new Map([...own, ...(await documentParts(db, services, matterId))]));
  const journal = own.get(matterPaths.journal) ?? new Uint8Array();
  const recorded = recordings === 'with' ? await recordingEntries(db, services, matterId, journal) : [];
  const inputs = [...sealed, ...recorded].sort(byName);
  return {
    body: Readable.from(zipChunks(inputs), { objectMode: false }),
    sizeBytes: zipSize(inputs),
    fileName: recorded.length > 0 ? `${no}-recordings.zip` : `${no}.zip`,
  };
}
