import type { Context } from '../../http/context.ts';
import { scopeOf } from '../../http/policy.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findLogin } from '../identity/service.ts';
import type { ActOrigin, MatterActor } from './journal/journal.ts';
import { findNotary, findOfficeOf, type OfficeRow } from './offices/store.ts';
import { findMatter, lockMatter, type MatterDbRow } from './store.ts';

type User = Context<'user'>;
type Notary = Context<'notary'>;

export const originOf = ({ address, userAgent }: Pick<User, 'address' | 'userAgent'>): ActOrigin => ({
  address,
  userAgent: userAgent.slice(0, 300),
});

/** The calling user, as the journal names them. */
export async function applicantActor({
  db,
  caller,
}: {
  db: User['db'];
  caller: Pick<User['caller'], 'loginId'>;
}): Promise<MatterActor> {
  const login = await findLogin(db, { id: caller.loginId });
  return { role: 'applicant', id: caller.loginId, name: login?.name ?? '' };
}

/** Loads a matter of the caller's account that is within their scope. @throws Refusal NOT_FOUND */
export const requireOwnMatter = async ({ db, caller }: User, id: string): Promise<MatterDbRow> =>
  requireInScope(await findMatter(db, id), caller);

/** Like `requireOwnMatter`, but locks the row until the transaction ends. @throws Refusal NOT_FOUND */
export const lockOwnMatter = async ({ db, caller }: User, id: string): Promise<MatterDbRow> =>
  requireInScope(await lockMatter(db, id), caller);

function requireInScope(row: MatterDbRow | undefined, caller: User['caller']): MatterDbRow {
  const { accountId, loginId } = scopeOf(caller);
  if (row?.accountId !== accountId || (loginId !== null && row.loginId !== loginId)) throw new Refusal('NOT_FOUND');
  return row;
}

/** The calling notary's office; a notary without an office sees no matters. @throws Refusal NOT_FOUND */
export async function requireOffice({ db, caller }: Pick<Notary, 'db' | 'caller'>): Promise<OfficeRow> {
  const office = await findOfficeOf(db, caller.staffId);
  if (!office) throw new Refusal('NOT_FOUND');
  return office;
}

/**
 * Loads a submitted matter of the calling notary's office. @throws Refusal NOT_FOUND, also for a matter of another
 * office
 */
export async function requireOfficeMatter(context: Notary, id: string): Promise<MatterDbRow> {
  return requireOfOffice(await findMatter(context.db, id), await requireOffice(context));
}

/** Like `requireOfficeMatter`, but locks the row until the transaction ends. @throws Refusal NOT_FOUND */
export async function lockOfficeMatter(context: Notary, id: string): Promise<MatterDbRow> {
  const office = await requireOffice(context);
  return requireOfOffice(await lockMatter(context.db, id), office);
}

/** A matter and the version of it that the notary saw when deciding. */
export interface Decided {
  id: string;
  version: number;
}

/**
 * Like `requireOfficeMatter`, but requires the version that the notary saw. @throws Refusal NOT_FOUND; STATE_FORBIDS if
 * the matter has changed since
 */
export async function requireSeenMatter(context: Notary, { id, version }: Decided): Promise<MatterDbRow> {
  const row = await requireOfficeMatter(context, id);
  requireUnchanged(row, { version });
  return row;
}

/**
 * Like `requireSeenMatter`, but locks the row until the transaction ends. @throws Refusal NOT_FOUND; STATE_FORBIDS if
 * the matter has changed since
 */
export async function lockSeenMatter(context: Notary, { id, version }: Decided): Promise<MatterDbRow> {
  const row = await lockOfficeMatter(context, id);
  requireUnchanged(row, { version });
  return row;
}

function requireOfOffice(row: MatterDbRow | undefined, office: OfficeRow): MatterDbRow {
  if (!row || row.officeId !== office.id || row.state === 'draft') throw new Refusal('NOT_FOUND');
  return row;
}

/** Rejects a decision based on an outdated view. @throws Refusal STATE_FORBIDS */
function requireUnchanged(row: MatterDbRow, seen: Pick<MatterDbRow, 'version'>): void {
  if (row.version !== seen.version) throw new Refusal('STATE_FORBIDS');
}

/** The calling notary, as the journal names them. */
export async function notaryActor({ db, caller }: Notary): Promise<MatterActor> {
  const notary = await findNotary(db, caller.staffId);
  return { role: 'notary', id: caller.staffId, name: notary?.name ?? '' };
}
