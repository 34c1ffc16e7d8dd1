import { type InputOf, maskedPhone, Phone, type peopleCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { endSessions, idleMs } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { requireProof } from '../staff/sign-in.ts';
import {
  attestationsOf,
  bar,
  findPeople as find,
  findAccount,
  lockOne,
  loginIdsOf,
  loginsOf,
  sessionsOf,
  unbar,
} from './store.ts';
import { readTrail as read } from './trail.ts';

type Calls = typeof peopleCalls;
type Operator = Context<'operator'>;

const mostSessions = 20;

export async function findPeople(input: InputOf<Calls['findPeople']>, { db, audit }: Operator) {
  const found = await find(db, input);
  // Whom somebody looked for is told; a whole phone number stands in no trail.
  const { search } = input;
  audit({ search: Phone.safeParse(search).success ? maskedPhone(search) : search, found: found.total });
  return found;
}

export async function lookAtAccount({ accountId }: InputOf<Calls['lookAtAccount']>, { db, now, audit }: Operator) {
  const account = await findAccount(db, accountId);
  if (!account) throw new Refusal('NOT_FOUND');
  audit({ accountId });
  const logins = await loginsOf(db, accountId);
  const usedSince = new Date(now.getTime() - idleMs);
  const sessions = await sessionsOf(db, accountId, { now, usedSince, most: mostSessions });
  return {
    ...account,
    attestations: await attestationsOf(db, accountId),
    logins: logins.map((login) => ({
      ...login,
      sessions: sessions.filter(({ loginId }) => loginId === login.loginId).map(({ session }) => session),
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
  const { accountId } = await decide(kind, id, reason, context);
  if (!(await bar(db, kind, id, { at: now, reason, by: caller.staffId }))) throw new Refusal('STATE_FORBIDS');
  for (const loginId of kind === 'account' ? await loginIdsOf(db, accountId) : [id]) await endSessions(db, loginId);
  return null;
}

async function unbarOne(kind: Kind, id: string, reason: string, context: Operator): Promise<null> {
  await decide(kind, id, reason, context);
  if (!(await unbar(context.db, kind, id))) throw new Refusal('STATE_FORBIDS');
  return null;
}

/** @throws Refusal PROVE_AGAIN, NOT_FOUND */
async function decide(kind: Kind, id: string, reason: string, context: Operator): Promise<{ accountId: string }> {
  await requireProof(context);
  const one = await lockOne(context.db, kind, id);
  if (!one) throw new Refusal('NOT_FOUND');
  context.audit({ accountId: one.accountId, ...(kind === 'login' ? { loginId: id } : {}), reason });
  return one;
}

export async function readTrail(input: InputOf<Calls['readTrail']>, { db, audit }: Operator) {
  const { size: _size, cursor = '', accountId, loginId: ofLogin, staffId: ofStaff, ...rest } = input;
  const asked = { ...rest, cursor, ofLogin, ofStaff };
  audit({ ...(accountId ? { accountId } : {}), ...definedIn(asked) });
  return read(db, input);
}

const definedIn = (asked: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter((one): one is [string, string] => Boolean(one[1])));
