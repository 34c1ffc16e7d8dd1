import { type InputOf, maskedPhone, type RecoveryCase, type recoveryCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { countLiveSessions } from '../../http/sessions.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { deviceOf } from '../../http/user-agent.ts';
import { Refusal } from '../../kit/refusal.ts';
import { personalStateOf } from '../certification/service.ts';
import { factorsOf, lockLogin } from '../identity/service.ts';
import { changeRecovery } from './lifecycle.ts';
import { earlierOf, findById, findKnown, type Listed, listRecoveries, signInsOf } from './store.ts';

type Calls = typeof recoveryCalls;
type Operator = Context<'operator'>;

export async function recoveries(input: InputOf<Calls['recoveries']>, { db }: Operator) {
  const { rows, total } = await listRecoveries(db, input);
  return { list: rows.map(summaryOf), total };
}

const summaryOf = ({ id, state, name, phone, accountName, askedAt, effectiveAt }: Listed) => ({
  id,
  state,
  name,
  phone: maskedPhone(phone),
  accountName,
  askedAt: askedAt.toISOString(),
  effectiveAt: effectiveAt?.toISOString() ?? null,
});

export async function recoveryCase(
  { id }: InputOf<Calls['recoveryCase']>,
  { db, now, audit }: Operator,
): Promise<RecoveryCase> {
  const row = await findKnown(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  const { personId, accountId } = row;
  audit({ recovery: id, loginId: personId, accountId });
  const { list, recoveryCodesLeft } = await factorsOf(db, personId);
  const factors = list.map(({ kind, name, createdAt, usedAt }) => ({
    kind,
    name,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }));
  return {
    ...summaryOf(row),
    personId,
    accountId,
    statement: row.statement,
    address: row.address,
    device: deviceOf(row.userAgent),
    registeredAt: row.registeredAt.toISOString(),
    certification: await personalStateOf(db, personId),
    factors,
    recoveryCodesLeft,
    liveSessions: await countLiveSessions(db, personId, now),
    signIns: await signInsOf(db, personId),
    earlier: await earlierOf(db, row),
    note: row.note,
    decidedBy: row.decider,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

export const approveRecovery = (input: InputOf<Calls['approveRecovery']>, context: Operator) =>
  decide('approve', input, context);

export const refuseRecovery = (input: InputOf<Calls['refuseRecovery']>, context: Operator) =>
  decide('refuse', input, context);

async function decide(event: 'approve' | 'refuse', { id, note }: { id: string; note: string }, context: Operator) {
  const { db, now, caller, audit } = context;
  await requireProof(context);
  const found = await findById(db, id);
  if (!found) throw new Refusal('NOT_FOUND');
  await lockLogin(db, found.personId);
  const decision = { note, decided_by: caller.staffId };
  await changeRecovery(db, found, { event, who: 'operator', now, decision });
  audit({ recovery: id, loginId: found.personId, note });
  return null;
}
