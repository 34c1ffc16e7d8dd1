import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type KnownInput, zipChunks, zipSize } from '@proofkeep/bundle/node';
import type { Bytes } from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import { findAttestation, recordEvent } from '../attestations/service.ts';
import { bundleEntry } from '../evidence/service.ts';
import { requireOwnApplication, type User } from './access.ts';
import { decryptList } from './content.ts';
import { readListFile } from './files.ts';
import { type ApplicationRow, findItems, findList, type ListRow } from './store.ts';

/** The signed list in force. @throws Refusal STATE_FORBIDS if there is none */
export async function signedList(
  { db, services }: User,
  { id, state }: Pick<ApplicationRow, 'id' | 'state'>,
): Promise<{ pdf: Buffer; json: Buffer; list: ListRow }> {
  const list = state === 'draft' ? undefined : await findList(db, id);
  if (!list) throw new Refusal('STATE_FORBIDS');
  const pdf = await readListFile(services, { applicationId: id, fileKey: list.fileKey });
  return { pdf, json: decryptList(services.vault, id, list.contentEncrypted), list };
}

export async function courtList({ id }: { id: string }, context: User): Promise<Bytes> {
  const row = await requireOwnApplication(context, id);
  const { pdf } = await signedList(context, row);
  return { body: pdf, sizeBytes: pdf.length, fileName: `${row.no}-list.pdf` };
}

/** One streamed ZIP: its size is known before the first byte, and each bundle is read while it is sent. */
export async function courtPackage({ id }: { id: string }, context: User): Promise<Bytes> {
  const row = await requireOwnApplication(context, id);
  const { pdf, json } = await signedList(context, row);
  const readMe = Buffer.from(instructions(row.no, context.services.publicUrl));
  const parts = [
    known('README.txt', readMe),
    ...(await bundles(context, id)),
    known('list.json', json),
    known('list.pdf', pdf),
  ];
  await recordHandedOut(context, id, 'access.exported-court');
  const inputs = parts.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    body: Readable.from(zipChunks(inputs), { objectMode: false }),
    sizeBytes: zipSize(inputs),
    fileName: `${row.no}.zip`,
  };
}

/** Records in the custody record of each attestation of an application that it left the service. */
export async function recordHandedOut(
  { db, caller }: User,
  id: string,
  event: 'access.exported-court' | 'access.submitted-court',
): Promise<void> {
  const anos = (await findItems(db, id)).map(({ ano }) => ano);
  // Sorted, so that two applications with the same attestations can't deadlock.
  for (const ano of anos.sort()) await recordEvent(db, { ano, event, by: caller });
}

async function bundles({ db, services }: User, id: string): Promise<KnownInput[]> {
  const entries: KnownInput[] = [];
  for (const { ano } of await findItems(db, id)) {
    const place = (await findAttestation(db, ano))?.certifiedPlace;
    if (place) entries.push(await bundleEntry(services.store, place, `bundles/${ano}.zip`));
  }
  return entries;
}

const known = (name: string, bytes: Buffer): KnownInput => ({
  name,
  size: bytes.length,
  crc32: crc32(bytes),
  read: async () => Readable.from([bytes]),
});

const instructions = (no: string, publicUrl: string): string => `举证材料 ${no}

list.pdf    举证清单，带电子签章和可信时间戳，不允许后续改动
list.json   同一清单的结构化数据，与 list.pdf 内附的 evidence-list.json 逐字节相同
bundles/    每件存证的证据包，可在 ${publicUrl}/website-show/query 或离线核验

Evidence for the court, ${no}

list.pdf    the list of evidence, sealed and timestamped; no later change is allowed
list.json   the same list as data, byte for byte the evidence-list.json inside list.pdf
bundles/    the evidence bundle of each attestation; verify it at ${publicUrl}/website-show/query or offline
            proofkeep verify bundles/<number>.zip --trust anchors.json
            pdfsig list.pdf
`;
