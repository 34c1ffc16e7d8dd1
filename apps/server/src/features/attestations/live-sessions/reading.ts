import {
  type InputOf,
  type LiveSession,
  type LiveState,
  type LiveTime,
  type liveSessionCalls,
  liveStateOf,
  liveStateTable,
  startedMinutes,
} from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { findUnitPrice } from '../../money/service.ts';
import { type Delivery, findDelivery } from '../nodes/store.ts';
import { playbackPath } from '../reading/certified.ts';
import { listAttestations } from '../reading/list-store.ts';
import type { ListedRow } from '../reading/store.ts';
import { fileAddress, requireListed, summaryOf } from '../reading/summary.ts';
import { findSubmitterOf } from '../store.ts';
import { countAhead, findLive, type LiveLength, type LiveRow, listLengths } from './store.ts';

type Calls = typeof liveSessionCalls;
type User = Context<'user'>;

export const sessionInfo = ({ ano }: InputOf<Calls['sessionInfo']>, context: User) => sessionOf(context, ano);

/** @throws Refusal NOT_FOUND */
export async function sessionOf(
  { db, caller, now }: Pick<User, 'db' | 'caller' | 'now'>,
  ano: string,
): Promise<LiveSession> {
  const { row, live } = await requireSession({ db, caller }, ano);
  const delivery = row.fence === null || row.state === 'cancelled' ? undefined : await findDelivery(db, row.fence);
  const facts = delivery?.report.session ?? null;
  return {
    attestation: summaryOf(row),
    time: await liveTime({ db, now }, row, live, facts),
    device: live.device,
    awayMs: live.awayMs,
    ahead: row.state === 'queuing' ? await countAhead(db, ano) : null,
    facts,
    network: networkOf(delivery),
    files: (delivery?.artifacts ?? []).map(({ path, mediaType, size, sha256 }) => ({
      path,
      mediaType,
      sizeBytes: size,
      sha256,
    })),
    // Before the commit of the seal, the parts of the bundle can't be read (`storedParts`).
    playback: facts?.hasPlayback && row.manifestSha256 !== null ? fileAddress(ano, playbackPath) : null,
  };
}

function networkOf(delivery: Delivery | undefined): LiveSession['network'] {
  const { resources, session } = delivery?.report ?? {};
  if (!resources || session?.endedBecause === 'lost') return null;
  return { requests: resources.total, whole: resources.whole, sizeBytes: resources.bytes };
}

/** @throws Refusal NOT_FOUND */
export async function timeOf({ db, caller, now }: Pick<User, 'db' | 'caller' | 'now'>, ano: string): Promise<LiveTime> {
  const { row, live } = await requireSession({ db, caller }, ano);
  const delivery = row.fence === null ? undefined : await findDelivery(db, row.fence);
  return liveTime({ db, now }, row, live, delivery?.report.session ?? null);
}

async function liveTime(
  { db, now }: Pick<User, 'db' | 'now'>,
  row: ListedRow,
  { startedAt, minutes, recordedMs }: LiveRow,
  facts: LiveSession['facts'],
): Promise<LiveTime> {
  const state = liveStateOf(row);
  const runningMs = startedAt && state === 'in-progress' ? Math.max(0, now.getTime() - startedAt.getTime()) : null;
  const deliveredMs = facts && Date.parse(facts.endedAt) - Date.parse(facts.startedAt);
  // Time stops with the recording, also if it was never delivered.
  const usedMs = deliveredMs ?? runningMs ?? recordedMs ?? 0;
  const isCharged = state === 'in-progress' || state === 'uploading' || state === 'succeeded';
  const { packageUnits = 0, amountCents = 0 } = row.cost ?? {};
  const paidMinutes = minutes - packageUnits;
  // Minutes cost the held price, even if the price list has changed since.
  const isHeld = paidMinutes > 0 && amountCents > 0 && state !== 'succeeded';
  const minuteCents = isHeld
    ? Math.round(amountCents / paidMinutes)
    : (await findUnitPrice(db, 'session-minute', minutes, now)).unitCents;
  return {
    state,
    startedAt: facts?.startedAt ?? startedAt?.toISOString() ?? null,
    usedMs,
    bookedMinutes: minutes,
    remainingMs: Math.max(0, minutes * 60_000 - usedMs),
    chargedMinutes: startedAt && isCharged ? Math.min(minutes, startedMinutes(usedMs)) : 0,
    minuteCents,
    packageMinutes: packageUnits,
    amountCents,
  };
}

/** The attestation states that correspond to a session state. */
const statesOf: Record<LiveState, readonly ListedRow['state'][]> = {
  queuing: ['queuing'],
  'in-progress': ['capturing'],
  uploading: ['capturing', 'preview', 'sealing'],
  succeeded: ['succeeded'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};

export async function sessionList({ states, ...query }: InputOf<Calls['sessionList']>, { db, caller, now }: User) {
  const wanted = states ?? liveStateTable.states;
  const [isRecording, isUploading] = [wanted.includes('in-progress'), wanted.includes('uploading')];
  const { rows, total } = await listAttestations(db, scopeOf(caller), {
    kinds: ['live'],
    isRemoved: false,
    ...query,
    states: [...new Set(wanted.flatMap((state) => statesOf[state]))],
    // Both correspond to `capturing`.
    isRecording: isRecording === isUploading ? undefined : isRecording,
  });
  const lengths = await listLengths(
    db,
    rows.map(({ ano }) => ano),
  );
  const byAno = new Map(lengths.map((length) => [length.ano, length]));
  const list = rows.map((row) => {
    const length = byAno.get(row.ano);
    if (!length) throw new Error(`${row.ano} is no session.`);
    const sessionState = liveStateOf(row);
    return { ...summaryOf(row), sessionState, device: length.device, usedMs: usedMs(sessionState, length, now) };
  });
  return { list, total };
}

function usedMs(state: LiveState, { startedAt, endedAt }: LiveLength, now: Date): number | null {
  if (!startedAt) return null;
  const until = endedAt ?? (state === 'in-progress' ? now : null);
  return until && Math.max(0, until.getTime() - startedAt.getTime());
}

export async function sessionUser({ id }: InputOf<Calls['sessionUser']>, { db, caller }: User) {
  await requireSession({ db, caller }, id);
  return findSubmitterOf(db, id);
}

/** @throws Refusal NOT_FOUND, also for an attestation of another kind */
async function requireSession({ db, caller }: Pick<User, 'db' | 'caller'>, ano: string) {
  const row = await requireListed(db, scopeOf(caller), ano);
  const live = await findLive(db, ano);
  if (!live) throw new Refusal('NOT_FOUND');
  return { row, live };
}
