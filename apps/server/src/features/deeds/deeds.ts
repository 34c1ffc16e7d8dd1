import { Readable } from 'node:stream';
import { zipChunks, zipSize } from '@proofkeep/bundle/node';
import type { Bytes, deedCalls, ReplyOf } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { deedKey, documentsOf, findDeed, findMatterByNo, requireOwnMatter } from '../notarization/service.ts';
import { documentParts, entriesOf, readParts } from './parts.ts';
import { findBundle } from './store.ts';

type Calls = typeof deedCalls;

/** Returns the public facts for anyone who has a page of the matter: no party, and no text of the deed. @throws Refusal NOT_FOUND */
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

/** Null until a checkpoint covers the entry: a reader comes again instead of waiting. */
async function proofOf({ log }: Context['services'], no: string): Promise<string | null> {
  const key = deedKey(no);
  if (!(await log.indexes([key])).has(key)) return null;
  return Buffer.from((await log.logged(key)).proof).toString();
}

export async function matterBundleFacts({ id }: { id: string }, context: Context<'user'>) {
  await requireOwnMatter(context, id);
  const found = await findBundle(context.db, id);
  if (!found) return { bundle: null };
  const { madeAt, sizeBytes, manifestSha256 } = found;
  return { bundle: { madeAt: madeAt.toISOString(), sizeBytes, manifestSha256 } };
}

/** Always the same bytes. */
export async function matterBundle({ id }: { id: string }, context: Context<'user'>): Promise<Bytes> {
  const { db, services } = context;
  const { id: matterId, no } = await requireOwnMatter(context, id);
  const found = await findBundle(db, matterId);
  if (!found) throw new Refusal('STATE_FORBIDS');
  const own = await readParts(services, matterId, found.fileKey);
  const inputs = entriesOf(new Map([...own, ...(await documentParts(db, services, matterId))]));
  return {
    body: Readable.from(zipChunks(inputs), { objectMode: false }),
    sizeBytes: zipSize(inputs),
    fileName: `${no}.zip`,
  };
}
