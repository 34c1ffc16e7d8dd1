import {
  type AttestationEvent,
  type attestationCalls,
  type InputOf,
  type Said,
  say,
  transitionFor,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { maySeeBalance } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { findRetryTerms, placeHold, requireFunds } from '../../money/service.ts';
import { tell } from '../custody.ts';
import { type Holding, holdingsOf, lockHolding, summaryOf } from '../list-store.ts';
import { moveAttestation } from '../store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

/** Accepts previews, each for itself: those that cannot be confirmed any more are named with the reason. */
export async function confirm({ anos }: InputOf<Calls['confirm']>, { db, caller, services }: User) {
  const changed: string[] = [];
  const refused: { ano: string; said: Said }[] = [];
  // All of them before any is paid for: whoever holds the account's money never waits for an attestation.
  const locked = new Map<string, Holding | undefined>();
  for (const ano of [...new Set(anos)].sort()) locked.set(ano, await lockHolding(db, caller.accountId, ano));
  for (const [ano, holding] of locked) {
    if (!holding || !transitionFor(holding.state, 'confirmed')) {
      refused.push({ ano, said: say(holding ? 'attestation.not-waiting' : 'attestation.unknown') });
      continue;
    }
    await moveAttestation(db, ano, holding.state, 'confirmed', { by: caller });
    await services.jobs.send(db, 'certify', { ano });
    changed.push(ano);
  }
  return { changed, refused };
}

export async function reject({ ano, reason }: InputOf<Calls['reject']>, { db, caller, services }: User) {
  const said = reason ? [say('verbatim', { text: reason })] : [];
  await giveUp({ db, services }, await act(db, { ano, caller }, 'rejected', said));
  return null;
}

export async function cancel({ ano }: InputOf<Calls['cancel']>, { db, caller, services }: User) {
  await giveUp({ db, services }, await act(db, { ano, caller }, 'cancelled'));
  return null;
}

/** Nothing that was captured for it is wanted any more. */
async function giveUp({ db, services }: Pick<User, 'db' | 'services'>, { ano, fence }: Holding): Promise<void> {
  if (fence !== null) await services.jobs.send(db, 'discard', { ano, fence });
}

/**
 * What it costs is set aside anew, as the try before gave it back: at the price of the order where one was paid for it, else by
 * the price list in force.
 */
export async function retry({ ano }: InputOf<Calls['retry']>, { db, caller, now }: User) {
  await act(db, { ano, caller }, 'retried');
  const { accountId, loginId } = caller;
  const charged = { accountId, loginId, service: 'page', quantity: 1, now } as const;
  const ordered = await findRetryTerms(db, ano);
  if (!ordered) await requireFunds(db, { ...charged, seesAccount: maySeeBalance(caller) });
  await placeHold(db, { ...charged, subject: ano, ...(ordered && { ordered }) });
  const [holding] = await holdingsOf(db, caller.accountId, [ano]);
  return summaryOf(holding as Holding);
}

export async function feedback({ ano, text }: InputOf<Calls['feedback']>, { db, caller, audit }: User) {
  if (!(await lockHolding(db, caller.accountId, ano))) throw new Refusal('NOT_FOUND');
  await tell(db, { ano, event: 'holder.reported', by: caller, said: [say('verbatim', { text })] });
  audit({ ano });
  return null;
}

/** Moves it along the state table. @returns it as it was before. @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function act(
  db: Client,
  { ano, caller }: { ano: string; caller: User['caller'] },
  event: AttestationEvent,
  said: readonly Said[] = [],
): Promise<Holding> {
  const holding = await lockHolding(db, caller.accountId, ano);
  if (!holding) throw new Refusal('NOT_FOUND');
  if (!transitionFor(holding.state, event)) throw new Refusal('STATE_FORBIDS');
  await moveAttestation(db, ano, holding.state, event, { by: caller, said });
  return holding;
}
