import { type InputOf, maskedPhone, normalizePhone, Phone, type peopleCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { listSessions } from '../../http/sessions.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { countByState, findAccountId } from '../attestations/service.ts';
import { findCertifiedAccounts } from '../certification/service.ts';
import { lastClosing } from '../closing/service.ts';
import { bar, lockAccountOrLogin, signOutEverywhere, unbar } from '../identity/service.ts';
import { findAccount, listPeople, loginIdsOf, loginsOf } from './store.ts';
import { trailEventOf } from './trail.ts';
import { listTrail } from './trail-store.ts';

type Calls = typeof peopleCalls;
type Operator = Context<'operator'>;

const mostSessions = 20;

/** Also searches the number of an attestation, and the name or credit code of a certified company. */
export async function findPeople(input: InputOf<Calls['findPeople']>, { db, services, audit }: Operator) {
  const search = personSearch(input.search);
  const ofAttestation = await findAccountId(db, search.toUpperCase());
  const ofCompany = search === '' ? [] : await findCertifiedAccounts(db, services.vault, search);
  const found = await listPeople(db, {
    ...input,
    search,
    accountIds: [...ofCompany, ...(ofAttestation ? [ofAttestation] : [])],
  });
  // The audit trail records the search, but never a whole phone number.
  audit({ search: Phone.safeParse(search).success ? maskedPhone(search) : search, found: found.total });
  return found;
}

/** Normalizes a phone or its last digits by removing separators and country code; other text stays as typed. */
function personSearch(typed: string): string {
  const phone = normalizePhone(typed);
  return /^\d{4,11}$/.test(phone) ? phone : typed;
}

export async function lookAtAccount({ accountId }: InputOf<Calls['lookAtAccount']>, { db, now, audit }: Operator) {
  const account = await findAccount(db, accountId);
  if (!account) throw new Refusal('NOT_FOUND');
  audit({ accountId });
  const logins = await loginsOf(db, accountId);
  const personIds = logins.map(({ loginId }) => loginId);
  const sessions = await listSessions(db, personIds, { now, most: mostSessions });
  return {
    ...account,
    closing: await lastClosing(db, accountId),
    attestations: await countByState(db, accountId),
    logins: logins.map((login) => ({
      ...login,
      sessions: sessions
        .filter(({ personId }) => personId === login.loginId)
        .map(({ address, userAgent, beganAt, seenAt }) => {
          return { address, userAgent, beganAt: beganAt.toISOString(), seenAt: seenAt.toISOString() };
        }),
    })),
  };
}

export const barAccount = ({ accountId, reason }: InputOf<Calls['barAccount']>, context: Operator) =>
  barOne('account', accountId, reason, context);

export const barLogin = ({ loginId, reason }: InputOf<Calls['barLogin']>, context: Operator) =>
  barOne('login', loginId, reason, context);

export const unbarAccount = ({ accountId, reason }: InputOf<Calls['unbarAccount']>, context: Operator) =>
  unbarOne('account', accountId, reason, context);

export const unbarLogin = ({ loginId, reason }: InputOf<Calls['unbarLogin']>, context: Operator) =>
  unbarOne('login', loginId, reason, context);

type Kind = 'account' | 'login';

async function barOne(kind: Kind, id: string, reason: string, context: Operator): Promise<null> {
  const { db, caller, now } = context;
  const { accountId } = await lockToDecide(kind, id, reason, context);
  if (!(await bar(db, kind, id, { at: now, reason, by: caller.staffId }))) throw new Refusal('STATE_FORBIDS');
  for (const loginId of kind === 'account' ? await loginIdsOf(db, accountId) : [id])
    await signOutEverywhere(db, loginId);
  return null;
}

async function unbarOne(kind: Kind, id: string, reason: string, context: Operator): Promise<null> {
  await lockToDecide(kind, id, reason, context);
  if (!(await unbar(context.db, kind, id))) throw new Refusal('STATE_FORBIDS');
  return null;
}

/** Locks the account or login, and records the operator's reason. @throws Refusal PROVE_AGAIN, NOT_FOUND */
async function lockToDecide(kind: Kind, id: string, reason: string, context: Operator): Promise<{ accountId: string }> {
  await requireProof(context);
  const found = await lockAccountOrLogin(context.db, kind, id);
  if (!found) throw new Refusal('NOT_FOUND');
  context.audit({ accountId: found.accountId, ...(kind === 'login' ? { loginId: id } : {}), reason });
  return found;
}

export async function readTrail(input: InputOf<Calls['readTrail']>, { db, audit }: Operator) {
  const { size: _size, cursor = '', accountId, loginId: ofLogin, staffId: ofStaff, ...rest } = input;
  const asked = { ...rest, cursor, ofLogin, ofStaff };
  audit({ ...(accountId ? { accountId } : {}), ...definedIn(asked) });
  const rows = await listTrail(db, input);
  // The store returns one row more than the page, if there is one.
  const list = rows.slice(0, input.size).map(trailEventOf);
  return { list, nextCursor: rows.length > input.size ? (list.at(-1)?.id ?? null) : null };
}

const definedIn = (asked: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1])));
