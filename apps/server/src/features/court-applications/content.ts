import { CourtContent, type CourtDraft, type CourtParty, fieldErrors, type Language } from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import type { ApplicationRow } from './store.ts';

const partiesPlace = (id: string) => `court_application.parties/${id}`;
const listPlace = (id: string) => `court_list.content/${id}`;

export const encryptParties = (vault: Vault, id: string, parties: readonly CourtParty[]): Buffer =>
  vault.encrypt(JSON.stringify(parties), partiesPlace(id));

export const partiesOf = (vault: Vault, row: Pick<ApplicationRow, 'id' | 'partiesEncrypted'>): CourtParty[] =>
  JSON.parse(vault.decrypt(row.partiesEncrypted, partiesPlace(row.id))) as CourtParty[];

/** Encrypts the structured form of a signed list. */
export const encryptList = (vault: Vault, id: string, json: Uint8Array): Buffer =>
  vault.encryptBytes(json, listPlace(id));

export const decryptList = (vault: Vault, id: string, encrypted: Uint8Array): Buffer =>
  vault.decryptBytes(encrypted, listPlace(id));

/** Checks an application for completeness. @throws Refusal INPUT_INVALID with every field that is missing */
export function requireComplete(draft: CourtDraft, language: Language): void {
  const parsed = CourtContent.safeParse(draft);
  if (!parsed.success)
    throw new Refusal('INPUT_INVALID', { fields: fieldErrors(parsed.error, draft, language).slice(0, 40) });
}
