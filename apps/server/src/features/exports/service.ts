import type { Bytes, DataExport, exportCalls, InputOf } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { countBundles } from './content-store.ts';
import { endExport } from './lifecycle.ts';
import {
  dataExportOf,
  type ExportRow,
  findExport,
  findKept,
  findLastExport,
  findReady,
  insertExport,
} from './store.ts';

type Calls = typeof exportCalls;
type Main = Context<'main'>;

/** Only its holder may export all data of an account. @throws Refusal NOT_ALLOWED */
function requireHolder({ loginId, personId }: Main['caller']): void {
  if (loginId !== personId) throw new Refusal('NOT_ALLOWED');
}

export async function dataExport(_input: unknown, { db, caller }: Main) {
  requireHolder(caller);
  const last = await findLastExport(db, caller);
  const ready = await findReady(db, caller);
  return {
    last: last ? dataExportOf(last) : null,
    earlier: ready && ready.id !== last?.id ? dataExportOf(ready) : null,
    bundles: await countBundles(db, caller.accountId),
  };
}

export async function askExport({ withBundles }: InputOf<Calls['askExport']>, context: Main): Promise<DataExport> {
  const { db, caller, services, now, audit } = context;
  requireHolder(caller);
  await requireConfirmed(db, caller, now);
  const { accountId, personId } = caller;
  // Exports of an earlier holder are removed. The caller's own file stays until the new one replaces it.
  for (const row of await findKept(db, accountId))
    if (row.personId !== personId) await endExport(db, row, { event: 'discard', who: 'holder' });
  const row = await insertExport(db, { accountId, personId, withBundles, now });
  if (!row) throw new Refusal('EXPORT_OPEN');
  await services.jobs.send(db, 'export-data', { id: row.id });
  await services.jobs.send(db, 'sweep-exports', {});
  audit({ export: row.id, withBundles: withBundles ? 1 : 0 });
  return dataExportOf(row);
}

export async function discardExport({ id }: { id: string }, { db, caller, services, audit }: Main): Promise<null> {
  await endExport(db, await requireOwn(db, caller, id), { event: 'discard', who: 'holder' });
  await services.jobs.send(db, 'sweep-exports', {});
  audit({ export: id });
  return null;
}

export async function exportFile({ id }: { id: string }, { db, caller, services, now, audit }: Main): Promise<Bytes> {
  const row = await requireOwn(db, caller, id);
  await requireConfirmed(db, caller, now);
  const { state, key, sizeBytes, expiresAt, askedAt } = row;
  if (state !== 'ready' || !key || !sizeBytes || !expiresAt || expiresAt <= now) throw new Refusal('STATE_FORBIDS');
  const body = await services.store.read(key);
  audit({ export: id });
  return { body, sizeBytes, fileName: `proofkeep-${askedAt.toISOString().slice(0, 10)}.zip` };
}

/**
 * A file contains personal data of its requester, so a later holder of the account must not get it. @throws Refusal
 * NOT_ALLOWED, NOT_FOUND
 */
async function requireOwn(db: Client, caller: Main['caller'], id: string): Promise<ExportRow> {
  requireHolder(caller);
  const row = await findExport(db, id);
  if (row?.accountId !== caller.accountId || row.personId !== caller.personId) throw new Refusal('NOT_FOUND');
  return row;
}

/** Discards the files of an account that is being closed; the hourly job removes them. */
export async function discardExportsOf(db: Client, accountId: string): Promise<void> {
  for (const row of await findKept(db, accountId)) await endExport(db, row, { event: 'discard', who: 'holder' });
}
