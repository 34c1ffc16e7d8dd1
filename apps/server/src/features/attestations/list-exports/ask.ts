import { type attestationCalls, type Bytes, type InputOf, type ListExport, listExportDays } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { exportTitle } from '../batch/sheets.ts';
import { endListExport } from './lifecycle.ts';
import { findListExport, findShownExports, insertListExport, type ListExportRow, listExportOf } from './store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

const dayMs = 86_400_000;

export async function askListExport(filter: InputOf<Calls['askListExport']>, context: User): Promise<ListExport> {
  const { db, caller, services, language, now } = context;
  const { accountId, loginId, personId } = caller;
  const isOfAccount = scopeOf(caller).loginId === null;
  const row = await insertListExport(db, { accountId, loginId, personId, isOfAccount, filter, language, now });
  if (!row) throw new Refusal('EXPORT_OPEN');
  await services.jobs.send(db, 'export-list', { id: row.id });
  context.audit({ export: row.id });
  return listExportOf(row);
}

export async function listExports(_input: unknown, { db, caller, now }: User) {
  const rows = await findShownExports(db, caller, new Date(now.getTime() - listExportDays * dayMs));
  return { list: rows.map(listExportOf) };
}

export async function discardListExport({ id }: { id: string }, context: User): Promise<null> {
  const { db, services } = context;
  await endListExport(db, await requireAskedExport(context, id), { event: 'discard', who: 'user' });
  await services.jobs.send(db, 'sweep-list-exports', {});
  context.audit({ export: id });
  return null;
}

export async function listExportFile({ id }: { id: string }, context: User): Promise<Bytes> {
  const { services, now, language } = context;
  const { state, key, sizeBytes, expiresAt, askedAt } = await requireAskedExport(context, id);
  if (state !== 'ready' || !key || !sizeBytes || !expiresAt || expiresAt <= now) throw new Refusal('STATE_FORBIDS');
  const body = await services.store.read(key);
  context.audit({ export: id });
  return { body, sizeBytes, fileName: `${exportTitle(askedAt, language)}.xlsx` };
}

/**
 * Loads an export that the caller requested. An export of the whole account is refused if the caller may meanwhile see
 * only what they submitted. @throws Refusal NOT_FOUND
 */
async function requireAskedExport({ db, caller }: User, id: string): Promise<ListExportRow> {
  const row = await findListExport(db, id);
  if (!row || row.loginId !== caller.loginId || row.personId !== caller.personId) throw new Refusal('NOT_FOUND');
  if (row.isOfAccount && scopeOf(caller).loginId !== null) throw new Refusal('NOT_FOUND');
  return row;
}
