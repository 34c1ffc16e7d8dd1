import type { MatterPartyInput, MatterPartyRole, MatterStepKind, MatterStepState } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Vault } from '../../../kit/vault.ts';
import { keepGrams, keepOpenStep } from '../store.ts';

export interface PartyRow extends Record<string, unknown> {
  id: string;
  matterId: string;
  role: MatterPartyRole;
  kind: 'person' | 'company';
  name: string;
  idNumberEncrypted: Buffer;
  representativeName: string | null;
  representativeIdEncrypted: Buffer | null;
  phone: string;
  authorityId: string | null;
  isCertified: boolean;
}

const columns = `p.id, p.matter_id as "matterId", p.role, p.kind, p.name, p.id_number_encrypted as "idNumberEncrypted",
  p.representative_name as "representativeName", p.representative_id_encrypted as "representativeIdEncrypted", p.phone,
  p.authority_id as "authorityId", p.is_certified as "isCertified"`;

/** Binds the ciphertext of a party's identity number to this matter: it can't be decrypted for another one. */
export const numberPlace = (matterId: string): string => `matter_party.id_number/${matterId}`;

/** The name of the person who signs for a party. */
export const signerOf = ({ name, representativeName }: Pick<PartyRow, 'name' | 'representativeName'>): string =>
  representativeName ? `${representativeName}（${name}）` : name;

/** The person who acts and signs for a party, with their full identity number. */
export const actingPersonOf = (vault: Vault, party: PartyRow): { name: string; idNumber: string } => ({
  name: party.representativeName ?? party.name,
  idNumber: vault.decrypt(party.representativeIdEncrypted ?? party.idNumberEncrypted, numberPlace(party.matterId)),
});

/** Replaces the parties of a matter. Only allowed before steps exist: corrections come before identification. */
export async function replaceParties(
  db: Client,
  vault: Vault,
  matterId: string,
  parties: readonly MatterPartyInput[],
): Promise<void> {
  await db.query('delete from matter_party where matter_id = $1', [matterId]);
  for (const [place, party] of parties.entries()) {
    const representative = party.kind === 'company' ? party.representative : null;
    await db.query(
      `insert into matter_party (matter_id, place, role, kind, name, id_number_encrypted, id_number_fingerprint,
         representative_name, representative_id_encrypted, phone, authority_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        matterId,
        place,
        party.role,
        party.kind,
        party.name,
        vault.encrypt(party.idNumber, numberPlace(matterId)),
        vault.fingerprint(party.idNumber, 'matter-party'),
        representative?.name ?? null,
        representative && vault.encrypt(representative.idNumber, numberPlace(matterId)),
        party.phone,
        party.authority ?? null,
      ],
    );
  }
  await keepGrams(
    db,
    matterId,
    parties.map(({ name }) => name),
  );
}

/** In the order in which the applicant named them. */
export async function findParties(db: Client, matterId: string): Promise<PartyRow[]> {
  const { rows } = await db.query<PartyRow>(
    `select ${columns} from matter_party p where p.matter_id = $1 order by place`,
    [matterId],
  );
  return rows;
}

export async function markCertified(db: Client, partyId: string): Promise<void> {
  await db.query('update matter_party set is_certified = true where id = $1', [partyId]);
}

/** A party of an open matter, by the matter's public number and the party's phone. */
export async function findPartyByPhone(db: Client, o: { no: string; phone: string }): Promise<PartyRow | undefined> {
  const { rows } = await db.query<PartyRow>(
    `select ${columns} from matter_party p join matter m on m.id = p.matter_id
     where m.no = $1 and p.phone = $2 and m.state <> 'draft' and m.ended_at is null
     order by p.place limit 1`,
    [o.no, o.phone],
  );
  return rows[0];
}

export interface StepRow extends Record<string, unknown> {
  id: string;
  partyId: string;
  kind: MatterStepKind;
  state: MatterStepState;
  doneAt: Date | null;
  reason: string | null;
}

const stepColumns = `id, party_id as "partyId", kind, state, done_at as "doneAt", reason`;

export async function findSteps(db: Client, matterId: string): Promise<StepRow[]> {
  const { rows } = await db.query<StepRow>(
    `select ${stepColumns} from matter_step where matter_id = $1 order by party_id, id`,
    [matterId],
  );
  return rows;
}

export async function findStep(
  db: Client,
  { partyId, kind }: { partyId: string; kind: MatterStepKind },
): Promise<StepRow | undefined> {
  const { rows } = await db.query<StepRow>(`select ${stepColumns} from matter_step where party_id = $1 and kind = $2`, [
    partyId,
    kind,
  ]);
  return rows[0];
}

/** Adds the steps that a party doesn't have yet. */
export async function insertSteps(
  db: Client,
  o: { matterId: string; partyId: string; kinds: readonly MatterStepKind[] },
): Promise<void> {
  for (const kind of o.kinds)
    await db.query(
      'insert into matter_step (matter_id, party_id, kind) values ($1, $2, $3) on conflict (party_id, kind) do nothing',
      [o.matterId, o.partyId, kind],
    );
  await keepOpenStep(db, { matterId: o.matterId });
}

/** Sets the reason why the documents were replaced, for all parties who have a step to sign. */
export async function updateSignReason(db: Client, matterId: string, reason: string): Promise<void> {
  await db.query(`update matter_step set reason = $2 where matter_id = $1 and kind = 'sign'`, [matterId, reason]);
}
