import { sha256Hex } from '@proofkeep/bundle/node';
import { courtApplicationStateTable } from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import { lockOwnApplication, nameOfCaller, requireOwnApplication, type User } from './access.ts';
import { encryptList, partiesOf, requireComplete } from './content.ts';
import { drawList } from './draw-list.ts';
import { dropListFile, keepListFile } from './files.ts';
import { moveApplication } from './lifecycle.ts';
import { type EvidenceList, listJson } from './list-data.ts';
import { type ApplicationRow, type EvidenceRow, findItems, insertList, recordVerification } from './store.ts';
import { type CourtVerifications, evidenceOf, verifyItems } from './verification.ts';

interface Ready {
  version: number;
  json: Uint8Array;
  pdf: Uint8Array;
}

/**
 * Verifies every attestation again and signs the list, outside any transaction; the transaction that moves the
 * application on makes the list effective if it is still the verified one.
 */
export const prepareCourtApplication = {
  async prepare({ id }: { id: string }, context: User): Promise<Ready> {
    const { db, services, now, language } = context;
    const row = await requireOwnApplication(context, id);
    if (!courtApplicationStateTable.after(row.state, 'prepare', 'applicant')) throw new Refusal('STATE_FORBIDS');
    const items = await findItems(db, id);
    const { court, caseNo, cause } = row;
    const parties = partiesOf(services.vault, row);
    const typed = items.map(({ verification: _verification, ...item }) => item);
    requireComplete({ court, caseNo, cause, parties, items: typed }, language);
    const list = await listOf(context, row, items, await verifyAll(context, id, items));
    const pdf = await services.documentSigner.certify(await drawList(list, services.publicUrl), {
      signerName: services.sealedBy,
      reason: `举证清单 ${row.no}`,
      at: now,
    });
    return { version: row.version, json: listJson(list), pdf };
  },

  async change({ id }: { id: string }, context: User, { version, json, pdf }: Ready): Promise<null> {
    const { db, services, now, audit } = context;
    const row = await lockOwnApplication(context, id);
    if (row.version !== version) throw new Refusal('COURT_LIST_CHANGED');
    const sha256 = sha256Hex(pdf);
    const name = await nameOfCaller(context);
    await moveApplication(db, row, { event: 'prepare', who: 'applicant', name, note: sha256, now });
    const fileKey = await keepListFile(services, { applicationId: id, pdf });
    const contentEncrypted = encryptList(services.vault, id, json);
    const list = { version, fileKey, sizeBytes: pdf.length, sha256, contentEncrypted, signedAt: now };
    await insertList(db, id, list).catch(async (error: unknown) => {
      await dropListFile(services, fileKey);
      throw error;
    });
    audit({ application: row.no, sha256 });
    return null;
  },
};

/** Stores the findings, even if they stop the list. @throws Refusal COURT_EVIDENCE_FAILED */
async function verifyAll(context: User, applicationId: string, items: readonly EvidenceRow[]) {
  const found = await verifyItems(context, items);
  for (const [ano, verification] of found) await recordVerification(context.db, { applicationId, ano, verification });
  const count = [...found.values()].filter(({ verdict }) => verdict !== 'passed').length;
  if (count > 0) throw new Refusal('COURT_EVIDENCE_FAILED', { values: { count } });
  return found;
}

async function listOf(
  { db, services, now }: User,
  row: ApplicationRow,
  items: readonly EvidenceRow[],
  found: CourtVerifications,
): Promise<EvidenceList> {
  const facts = new Map((await evidenceOf(db, items)).map((one) => [one.ano, one]));
  const { no, version, court, caseNo, cause } = row;
  return {
    no,
    version,
    court,
    caseNo,
    cause,
    parties: partiesOf(services.vault, row),
    createdAt: now,
    items: items.map((item) => {
      const { kind, title, manifestSha256, sealedAt } = facts.get(item.ano) ?? {};
      const verification = found.get(item.ano);
      if (!kind || !manifestSha256 || !sealedAt || !verification) throw new Error(`${item.ano} is not sealed.`);
      return { ...item, kind, title: title ?? '', manifestSha256, sealedAt, verification };
    }),
  };
}
