import { type Certification, type CertificationState, type Me, maskedIdNumber, maskedPhone } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Vault } from '../../kit/vault.ts';
import { findHolderId, findLogin } from '../identity/service.ts';
import { enteredEnterprise, enteredPerson } from './form.ts';
import { type CertificationRow, countPending, findCertification, findCompanies, hasApproved } from './store.ts';

export { endCertifications, eraseCertifications } from './lifecycle.ts';

/**
 * A keyed digest, so a number can be found without being readable; a final `x` is written `X`. Identity numbers and
 * credit codes never look alike, so one kind of digest serves both.
 */
export const fingerprintOf = (vault: Vault, number: string): Buffer => vault.fingerprint(number, 'certified-number');

/** Whether the account's company, or otherwise its holder, is certified with an identity number or credit code. */
export async function isCertifiedAs(db: Client, vault: Vault, accountId: string, number: string): Promise<boolean> {
  const holderId = await findHolderId(db, accountId);
  const fingerprint = fingerprintOf(vault, number.toUpperCase());
  return holderId !== undefined && hasApproved(db, { accountId, holderId, fingerprint });
}

/** Whether the account's holder is certified with this name and this identity number. */
export async function isCertifiedPerson(
  db: Client,
  vault: Vault,
  accountId: string,
  { name, idNumber }: { name: string; idNumber: string },
): Promise<boolean> {
  const holderId = await findHolderId(db, accountId);
  const row = holderId === undefined ? undefined : await findCertification(db, { personId: holderId });
  if (row?.state !== 'approved') return false;
  const certified = enteredPerson(vault, row);
  return certified.name === name && certified.idNumber.toUpperCase() === idNumber.toUpperCase();
}

/** Accounts whose certified or submitted company has this credit code, or whose name contains the text; at most 100. */
export const findCertifiedAccounts = (db: Client, vault: Vault, text: string): Promise<string[]> =>
  findCompanies(db, { name: text, fingerprint: fingerprintOf(vault, text.toUpperCase()) });

export async function pendingReviews(db: Client): Promise<{ pending: number; oldestAt: string | null }> {
  const { pending, oldest } = await countPending(db);
  return { pending, oldestAt: oldest?.toISOString() ?? null };
}

/** The states of the certifications of a person and of an account's enterprise. */
export async function certificationStates(
  db: Client,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<Me['certification']> {
  const personal = await findCertification(db, { personId });
  const enterprise = await findCertification(db, { accountId });
  return { personal: personal?.state ?? 'none', enterprise: enterprise?.state ?? 'none' };
}

/** The state of a person's certification, with the masked name. */
export async function personalStateOf(
  db: Client,
  personId: string,
): Promise<{ id: string | null; state: CertificationState; name: string | null }> {
  const row = await findCertification(db, { personId });
  return { id: row?.id ?? null, state: row?.state ?? 'none', name: row?.maskedName ?? null };
}

/**
 * The certified legal name and number of an account's company, otherwise of its holder; null if neither is certified. A
 * person's number is masked.
 */
export async function certificationOf(
  db: Client,
  vault: Vault,
  { accountId, holderId }: { accountId: string; holderId: string },
): Promise<Certification | null> {
  const company = await findCertification(db, { accountId });
  if (company?.state === 'approved') {
    const { name, creditCode } = enteredEnterprise(vault, company);
    return { kind: 'enterprise', name, number: creditCode, by: 'review', at: decidedAt(company) };
  }
  const person = await findCertification(db, { personId: holderId });
  if (person?.state !== 'approved') return null;
  const { name, idNumber } = enteredPerson(vault, person);
  const by = person.provider === 'alipay' ? 'alipay' : 'review';
  return { kind: 'personal', name, number: maskedIdNumber(idNumber), by, at: decidedAt(person) };
}

/**
 * Distinguishes accounts with the same name: the certified company's credit code, otherwise the holder's masked phone.
 */
export async function accountCodeOf(db: Client, vault: Vault, accountId: string): Promise<string> {
  const company = await findCertification(db, { accountId });
  if (company?.state === 'approved') return enteredEnterprise(vault, company).creditCode;
  const holderId = await findHolderId(db, accountId);
  const holder = holderId === undefined ? undefined : await findLogin(db, { id: holderId });
  return maskedPhone(holder?.phone ?? '');
}

function decidedAt({ id, decidedAt }: CertificationRow): string {
  if (!decidedAt) throw new Error(`Certification ${id} is approved and has no time of decision.`);
  return decidedAt.toISOString();
}
