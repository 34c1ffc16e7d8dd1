import type { MatterAct } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { notaryActor, originOf } from '../access.ts';
import { lockMatter, type MatterDbRow } from '../store.ts';
import { appendEntry } from './journal.ts';
import { hasViewed } from './store.ts';

/**
 * Records a notary's act that changes no state, in the journal and the audit trail. The caller holds the lock of the
 * matter's row.
 */
export async function recordNotaryAct(
  context: Context<'notary'>,
  row: Pick<MatterDbRow, 'id' | 'no' | 'accountId'>,
  { event, detail }: { event: MatterAct; detail: Record<string, unknown> },
): Promise<void> {
  const { db, services, now, audit } = context;
  const actor = await notaryActor(context);
  await appendEntry(db, services.jobs, {
    matterId: row.id,
    no: row.no,
    actor,
    event,
    detail,
    origin: originOf(context),
    now,
  });
  audit({ matter: row.no, accountId: row.accountId });
}

/** Records the first time that a notary opens a file of a matter. */
export async function recordView(
  context: Context<'notary'>,
  row: Pick<MatterDbRow, 'id' | 'no' | 'accountId'>,
  { event, fileId }: { event: 'material-viewed' | 'document-viewed'; fileId: string },
): Promise<void> {
  const { db, caller, audit } = context;
  audit({ matter: row.no, accountId: row.accountId, fileId });
  if (await hasViewed(db, { matterId: row.id, event, fileId, staffId: caller.staffId })) return;
  await lockMatter(db, row.id);
  if (await hasViewed(db, { matterId: row.id, event, fileId, staffId: caller.staffId })) return;
  await recordNotaryAct(context, row, { event, detail: { fileId } });
}
