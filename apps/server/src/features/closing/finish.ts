import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import { writeOwnAudit } from '../../http/audit.ts';
import { eachAlone } from '../../kit/each-alone.ts';
import { deleteAddresses } from '../addresses/service.ts';
import { endCertifications } from '../certification/service.ts';
import { discardExportsOf } from '../exports/service.ts';
import { closeLogin, lockLogin } from '../identity/service.ts';
import { deleteMessagesOf } from '../messages/service.ts';
import { lockBalance, postTransfer } from '../money/service.ts';
import { deleteBindings } from '../sign-in/service.ts';
import { changeClosing } from './lifecycle.ts';
import { obstaclesOf } from './service.ts';
import { type ClosingRow, findDueClosings, isStillCooling } from './store.ts';

/** Closes accounts whose cooling-off period is over. Each account has its own transaction; safe to run twice. */
export async function finishClosings(database: Database, now: Date): Promise<void> {
  await eachAlone(await findDueClosings(database.pool, now), (due) =>
    database.transaction((db) => finishOne(db, due, now)),
  );
}

/**
 * Erases what identifies the person: phone, names, mail, sign-in, messages and addresses; the forfeited balance becomes
 * revenue. Evidence, orders, ledger, invoices, the audit trail and the certification (encrypted, no longer valid) stay
 * for the periods required by law and stated in the agreement.
 */
async function finishOne(db: Client, due: ClosingRow, now: Date): Promise<void> {
  const { id, accountId, personId, waivedCents } = due;
  await lockLogin(db, personId);
  if (!(await isStillCooling(db, id))) return;
  const balanceCents = await lockBalance(db, accountId);
  const obstacles = await obstaclesOf(db, due);
  // The holder has not given up what was added to the balance since then.
  const isObstructed = obstacles.some(({ kind, count }) => kind !== 'balance' || count > waivedCents);
  const ended = { now, waivedCents: isObstructed ? waivedCents : balanceCents };
  await changeClosing(db, due, { event: isObstructed ? 'stop' : 'finish', who: 'clock', ...ended });
  const event = isObstructed ? 'closing.stopped' : 'closing.finished';
  await writeOwnAudit(db, { event, loginId: personId, subject: { closing: id } });
  if (isObstructed) return;
  if (balanceCents > 0)
    await postTransfer(db, {
      key: `waiver:${id}`,
      kind: 'waiver',
      loginId: personId,
      subject: id,
      from: { kind: 'balance', accountId },
      to: { kind: 'revenue' },
      cents: balanceCents,
    });
  await endCertifications(db, { personId, accountId }, now);
  await deleteBindings(db, personId);
  await deleteMessagesOf(db, personId);
  await deleteAddresses(db, accountId);
  await discardExportsOf(db, accountId);
  await closeLogin(db, { accountId, personId });
}
