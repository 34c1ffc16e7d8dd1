import {
  type Bytes,
  birthdayOf,
  type CertificationCase,
  type CertificationSummary,
  type certificationCalls,
  certifiedLogins,
  genderOf,
  type InputOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { uploadBytes, uploadsOf } from '../uploads/service.ts';
import { listQueue, namesAround } from './console-store.ts';
import { enteredEnterprise, enteredPerson } from './form.ts';
import { type Decision, decideCertification } from './lifecycle.ts';
import { type CertificationRow, findApplications, findById, findElsewhere, lockById } from './store.ts';

type Calls = typeof certificationCalls;
type Operator = Context<'operator'>;

export async function reviewQueue(input: InputOf<Calls['reviewQueue']>, { db }: Operator) {
  const { rows, total } = await listQueue(db, input);
  return { list: rows.map(summaryOf), total };
}

const summaryOf = (row: CertificationRow): CertificationSummary => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  name: row.maskedName,
  attempt: row.attempt,
  provider: row.provider,
  submittedAt: row.submittedAt.toISOString(),
  isChange: row.isChange,
});

export async function reviewCase(
  { id }: InputOf<Calls['reviewCase']>,
  { db, services, audit }: Operator,
): Promise<CertificationCase> {
  const row = await existing(findById(db, id));
  audit({ certification: id, accountId: row.accountId });
  const { accountName, deciderName } = await namesAround(db, row);
  const certifiedElsewhere = (await findElsewhere(db, row)).length;
  return {
    ...summaryOf(row),
    ...factsOf(services.vault, row),
    accountId: row.accountId,
    accountName,
    reason: row.reason,
    decidedBy: deciderName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    isTaken: certifiedElsewhere >= certifiedLogins[row.kind],
    certifiedElsewhere,
    present: await presentOf(db, services.vault, row),
    images: await uploadsOf(db, row.uploads),
  };
}

/** The certification that a change would replace, for comparison. */
async function presentOf(db: Client, vault: Vault, row: CertificationRow): Promise<CertificationCase['present']> {
  if (!row.isChange) return null;
  const of = row.kind === 'personal' ? { personId: row.personId } : { accountId: row.accountId };
  const { present } = await findApplications(db, of);
  if (present?.state !== 'approved') return null;
  const { name, legalRepresentative } = factsOf(vault, present);
  const decidedAt = (present.decidedAt ?? present.submittedAt).toISOString();
  return { id: present.id, name, legalRepresentative, decidedAt };
}

function factsOf(vault: Vault, row: CertificationRow) {
  if (row.kind === 'personal') {
    const { name, idNumber } = enteredPerson(vault, row);
    const person = { name, number: idNumber, birthday: birthdayOf(idNumber), gender: genderOf(idNumber) };
    return { ...person, legalRepresentative: null, contactName: null, contactPhone: null };
  }
  const { creditCode, ...rest } = enteredEnterprise(vault, row);
  return { ...rest, number: creditCode, birthday: null, gender: null };
}

export async function reviewImage(
  { id, fileId }: InputOf<Calls['reviewImage']>,
  { db, services, audit }: Operator,
): Promise<Bytes> {
  const row = await existing(findById(db, id));
  const [upload] = row.uploads.includes(fileId) ? await uploadsOf(db, [fileId]) : [];
  if (!upload) throw new Refusal('NOT_FOUND');
  audit({ certification: id, accountId: row.accountId, fileId, purpose: upload.purpose });
  return uploadBytes(services, upload);
}

export const approveCertification = (input: InputOf<Calls['approveCertification']>, context: Operator) =>
  decideCase({ ...input, event: 'approve', reason: null }, context);

export const refuseCertification = (input: InputOf<Calls['refuseCertification']>, context: Operator) =>
  decideCase({ ...input, event: 'refuse' }, context);

/** Withdraws an approval, and with it everything that depends on it, such as finding evidence by the number. */
export async function revokeCertification(input: InputOf<Calls['revokeCertification']>, context: Operator) {
  await requireProof(context);
  return decideCase({ ...input, event: 'revoke' }, context);
}

interface CaseDecision {
  id: string;
  attempt: number;
  event: Extract<Decision, { who: 'operator' }>['event'];
  reason: string | null;
}

async function decideCase({ id, attempt, event, reason }: CaseDecision, context: Operator): Promise<null> {
  const { db, services, caller, now, audit } = context;
  const row = await existing(lockById(db, id));
  // Since the operator loaded it, another operator decided or the holder submitted again.
  if (row.attempt !== attempt) throw new Refusal('STATE_FORBIDS');
  await requireOtherName(db, services.vault, row, caller.staffId);
  await decideCertification(db, row, { event, who: 'operator', staffId: caller.staffId, reason, now });
  audit({ certification: id, accountId: row.accountId, attempt, kind: row.kind, ...(reason ? { reason } : {}) });
  return null;
}

/**
 * Only the name can show that a staff member is the user, so a staff member can't decide a case in their own name.
 * @throws Refusal OWN_CASE
 */
async function requireOtherName(db: Client, vault: Vault, row: CertificationRow, staffId: string): Promise<void> {
  const facts = factsOf(vault, row);
  const { staffName } = await namesAround(db, row, staffId);
  const named = [facts.name, facts.legalRepresentative, facts.contactName];
  if (named.some((name) => name === staffName)) throw new Refusal('OWN_CASE');
}

/** @throws Refusal NOT_FOUND */
async function existing(loaded: Promise<CertificationRow | undefined>): Promise<CertificationRow> {
  const row = await loaded;
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
