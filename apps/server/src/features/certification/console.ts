import {
  type Bytes,
  birthdayOf,
  type CertificationCase,
  type CertificationSummary,
  type certificationCalls,
  genderOf,
  type InputOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { requireProof } from '../staff/sign-in.ts';
import { uploadBytes, uploadsOf } from '../uploads/service.ts';
import { listQueue, namesAround } from './console-store.ts';
import { enteredEnterprise, enteredPerson } from './form.ts';
import { decide } from './lifecycle.ts';
import { type CertificationRow, findById, isTakenElsewhere, lockById } from './store.ts';

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
});

export async function reviewCase(
  { id }: InputOf<Calls['reviewCase']>,
  { db, services, audit }: Operator,
): Promise<CertificationCase> {
  const row = await found(findById(db, id));
  audit({ certification: id, accountId: row.accountId });
  const { accountName, deciderName } = await namesAround(db, row);
  return {
    ...summaryOf(row),
    ...factsOf(services.vault, row),
    accountId: row.accountId,
    accountName,
    reason: row.reason,
    decidedBy: deciderName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    isTaken: await isTakenElsewhere(db, row.numberFingerprint, id),
    images: await uploadsOf(db, row.uploads),
  };
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
  const row = await found(findById(db, id));
  const [upload] = row.uploads.includes(fileId) ? await uploadsOf(db, [fileId]) : [];
  if (!upload) throw new Refusal('NOT_FOUND');
  audit({ certification: id, accountId: row.accountId, fileId, purpose: upload.purpose });
  return uploadBytes(services, upload);
}

export const approveCertification = (input: InputOf<Calls['approveCertification']>, context: Operator) =>
  decideCase({ ...input, event: 'approve', reason: null }, context);

export const refuseCertification = (input: InputOf<Calls['refuseCertification']>, context: Operator) =>
  decideCase({ ...input, event: 'refuse' }, context);

/** What rests on an approval, as finding evidence by the number, rests on it no more. */
export async function revokeCertification(input: InputOf<Calls['revokeCertification']>, context: Operator) {
  await requireProof(context);
  return decideCase({ ...input, event: 'revoke' }, context);
}

interface CaseDecision {
  id: string;
  attempt: number;
  event: 'approve' | 'refuse' | 'revoke';
  reason: string | null;
}

async function decideCase({ id, attempt, event, reason }: CaseDecision, context: Operator): Promise<null> {
  const { db, services, caller, now, audit } = context;
  const row = await found(lockById(db, id));
  // Somebody else decided, or the holder sent another one, since it was looked at.
  if (row.attempt !== attempt) throw new Refusal('STATE_FORBIDS');
  await mayDecide(db, services.vault, row, caller.staffId);
  await decide(db, row, { event, staffId: caller.staffId, reason, now });
  audit({ certification: id, accountId: row.accountId, attempt, kind: row.kind, ...(reason ? { reason } : {}) });
  return null;
}

/** Nobody decides what bears his own name: whose login is whose in the console nothing else tells. */
async function mayDecide(db: Client, vault: Vault, row: CertificationRow, staffId: string): Promise<void> {
  const facts = factsOf(vault, row);
  const { staffName } = await namesAround(db, row, staffId);
  const named = [facts.name, facts.legalRepresentative, facts.contactName];
  if (named.some((name) => name === staffName)) throw new Refusal('OWN_CASE');
}

async function found(row: Promise<CertificationRow | undefined>): Promise<CertificationRow> {
  const there = await row;
  if (!there) throw new Refusal('NOT_FOUND');
  return there;
}
