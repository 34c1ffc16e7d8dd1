import {
  type consoleNotarizationCalls,
  fieldError,
  type InputOf,
  isMatterOver,
  matterPath,
  matterPauseWords,
  message,
  named,
  turnOf,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { notify } from '../messages/service.ts';
import { lockSeenMatter } from './access.ts';
import { recordNotaryAct } from './journal/acts.ts';
import { findNotary } from './offices/store.ts';
import { beginPause, endPause } from './pause-store.ts';
import { bumpVersion, type MatterDbRow, setNotary } from './store.ts';

type Calls = typeof consoleNotarizationCalls;
type Notary = Context<'notary'>;

/**
 * Assigns a matter to a notary of the office. A booked session must be given up first, since it is in the calendar of
 * the current notary. @throws Refusal SESSION_BOOKED
 */
export async function assignMatter(
  { id, version, notaryId }: InputOf<Calls['assignMatter']>,
  context: Notary,
): Promise<null> {
  const { db, now, language } = context;
  const row = await lockSeenMatter(context, { id, version });
  const notary = await findNotary(db, notaryId);
  if (isMatterOver(row.state)) throw new Refusal('STATE_FORBIDS');
  if (row.state === 'scheduled') throw new Refusal('SESSION_BOOKED');
  if (notary?.officeId !== row.officeId || !notary.isActive)
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('notaryId', 'wrong', language)] });
  await setNotary(db, { id, notaryId, now });
  await recordNotaryAct(context, row, { event: 'assigned', detail: { notaryId, notaryName: notary.name } });
  return null;
}

const openPause = ({ pauses }: MatterDbRow) => pauses.find(({ endedAt }) => endedAt === null);

/**
 * Pauses the office's deadline while an accepted matter waits for the office itself; a decision also ends the pause.
 * @throws Refusal STATE_FORBIDS, also if the deadline is paused already
 */
export async function suspendMatter(
  { id, version, reason, note }: InputOf<Calls['suspendMatter']>,
  context: Notary,
): Promise<null> {
  const { db, now } = context;
  const row = await lockSeenMatter(context, { id, version });
  const isOffices = turnOf(row.state, { role: 'notary', hasOpenStep: false }) === 'wait-me';
  if (!isOffices || row.acceptedAt === null || openPause(row)) throw new Refusal('STATE_FORBIDS');
  await beginPause(db, { matterId: id, reason, now });
  await bumpVersion(db, id, now);
  await recordNotaryAct(context, row, { event: 'suspended', detail: { pause: reason, reason: note } });
  const [zh, en] = matterPauseWords[reason];
  const because = named({ zh: `${zh}，${note}`, en: `${en}. ${note}` });
  await notifyApplicant(context, row, message('message.matter-suspended', { no: row.no, reason: because }));
  return null;
}

/** @throws Refusal STATE_FORBIDS if the notary hasn't suspended it */
export async function resumeMatter({ id, version }: InputOf<Calls['resumeMatter']>, context: Notary): Promise<null> {
  const { db, now } = context;
  const row = await lockSeenMatter(context, { id, version });
  const pause = openPause(row);
  if (!pause || pause.reason === 'parties') throw new Refusal('STATE_FORBIDS');
  await endPause(db, id, now);
  await bumpVersion(db, id, now);
  await recordNotaryAct(context, row, { event: 'resumed', detail: { pause: pause.reason } });
  await notifyApplicant(context, row, message('message.matter-resumed', { no: row.no }));
  return null;
}

const notifyApplicant = ({ db }: Notary, { id, accountId }: MatterDbRow, notice: ReturnType<typeof message>) =>
  notify(db, { accountId, kind: 'notarization', message: notice, link: matterPath(id) });
