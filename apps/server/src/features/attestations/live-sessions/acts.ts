import { createHash, randomBytes } from 'node:crypto';
import { newAno } from '@proofkeep/bundle';
import {
  type InputOf,
  type LiveEvent,
  liveLimits,
  type liveSessionCalls,
  liveStateOf,
  liveStateTable,
  liveViewports,
  sentenceIn,
} from '@proofkeep/contract';
import { checkUrl, parseAllowed } from '@proofkeep/egress';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { may, maySeeBalance, scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { extendHold, placeHold, requireFunds } from '../../money/service.ts';
import { recordEvent } from '../custody.ts';
import { moveAttestation } from '../lifecycle.ts';
import { type AttestationRow, lockAttestationOf } from '../store.ts';
import { requireSpace } from '../submitting/submission.ts';
import { findSubmitter } from '../submitting/submitter.ts';
import { insertAttestation } from '../write-store.ts';
import { sessionOf, timeOf } from './reading.ts';
import {
  findLive,
  insertLive,
  insertTicket,
  type LiveRow,
  lockAndCountOpen,
  markRemoved,
  markStopped,
  notifyLive,
  setMinutes,
} from './store.ts';

type Calls = typeof liveSessionCalls;
type User = Context<'user'>;

/** Maximum number of open sessions per login: each occupies a browser. */
const mostOpen = 3;
const ticketMs = 30_000;
/** Limits of the browser for hours of browsing. */
const limits = {
  wallMs: liveLimits.longestMinutes * 60_000 + 30 * 60_000,
  /** The network record must fit into one file (contract: `artifactLimitBytes`). */
  bytes: 960 * 2 ** 20,
  requests: 50_000,
  popups: liveLimits.tabs,
};

/** Opens a session and holds the price of its minutes. @throws Refusal INPUT_INVALID, SESSIONS_OPEN, BALANCE_SHORT, … */
export async function openSession(input: InputOf<Calls['openSession']>, context: User) {
  const { db, caller, now, services, audit } = context;
  await requireSpace(context);
  const { device, minutes, name, labels, remark } = input;
  const url = urlOf(input.url, context);
  const { accountId, loginId, personId } = caller;
  if ((await lockAndCountOpen(db, loginId)) >= mostOpen)
    throw new Refusal('SESSIONS_OPEN', { values: { most: mostOpen } });
  const charged = { accountId, loginId, service: 'session-minute', quantity: minutes, now } as const;
  await requireFunds(db, { ...charged, seesAccount: maySeeBalance(caller) });
  const ano = newAno(now, randomBytes(16));
  const { awayMs, idleMs } = services.liveSessions;
  const emulated = device === 'mobile' ? 'phone' : 'desktop';
  const job = {
    viewport: liveViewports[device],
    device: emulated,
    limits,
    session: { device, wallMs: minutes * 60_000, awayMs, idleMs },
  };
  await insertAttestation(db, {
    ano,
    accountId,
    loginId,
    personId,
    submitter: await findSubmitter(context),
    kind: 'live',
    url,
    fileCount: null,
    name,
    title: '',
    labels,
    remark,
    job,
    autoConfirm: true,
    orderId: null,
  });
  await insertLive(db, { ano, device, minutes });
  await placeHold(db, { ...charged, subject: ano });
  await recordEvent(db, { ano, event: 'received', by: caller });
  audit({ ano });
  return sessionOf({ db, caller, now }, ano);
}

/** An absent URL means an empty page. @throws Refusal INPUT_INVALID */
function urlOf(text: string, { services, language }: User): string {
  if (text === '' || text === 'about:blank') return 'about:blank';
  const checked = checkUrl(text, parseAllowed(services.egressAllow));
  if (checked.ok) return checked.url.href;
  throw new Refusal('INPUT_INVALID', { fields: [{ field: 'url', message: sentenceIn(checked.message, language) }] });
}

/** @throws Refusal STATE_FORBIDS once it was stopped */
export async function cancelSession({ ano }: InputOf<Calls['cancelSession']>, { db, caller, services }: User) {
  const { row } = await lockAllowed(db, { ano, caller }, 'cancelled');
  await moveAttestation(db, ano, 'cancelled', { by: caller });
  if (row.fence !== null) await services.jobs.send(db, 'discard', { ano, fence: row.fence });
  await notifyLive(db, ano);
  return null;
}

/** The node ends the recording as soon as it is connected. @throws Refusal STATE_FORBIDS unless it is running */
export async function stopSession({ ano, isFull }: InputOf<Calls['stopSession']>, { db, caller, now, audit }: User) {
  await lockAllowed(db, { ano, caller }, 'stopped');
  await markStopped(db, ano, { at: now, isFull });
  await recordEvent(db, { ano, event: 'holder.stopped', by: caller });
  await notifyLive(db, ano);
  audit({ ano });
  return null;
}

/** Books more minutes, if requested. @throws Refusal STATE_FORBIDS, BALANCE_SHORT, SPENDING_LIMIT */
export async function sessionTime({ ano, extendMinutes }: InputOf<Calls['sessionTime']>, context: User) {
  const { db, caller, now, audit, auditAs } = context;
  if (extendMinutes === undefined) {
    auditAs(null);
    return timeOf({ db, caller, now }, ano);
  }
  if (!may(caller, 'preserve')) throw new Refusal('NOT_ALLOWED');
  const { live } = await lockAllowed(db, { ano, caller }, 'stopped');
  const minutes = Math.min(liveLimits.longestMinutes, live.minutes + extendMinutes);
  await extendHold(db, ano, { quantity: minutes, now });
  await setMinutes(db, ano, minutes);
  await recordEvent(db, { ano, event: 'holder.extended', by: caller });
  await notifyLive(db, ano);
  audit({ ano, minutes });
  return timeOf({ db, caller, now }, ano);
}

/** @throws Refusal STATE_FORBIDS while it waits, runs or is being sealed */
export async function deleteSession({ ano }: InputOf<Calls['deleteSession']>, { db, caller, now, audit }: User) {
  const { row } = await lockSession(db, { ano, caller });
  if (!['succeeded', 'failed', 'cancelled'].includes(row.state)) throw new Refusal('STATE_FORBIDS');
  await markRemoved(db, ano, now);
  audit({ ano });
  return null;
}

/** @throws Refusal STATE_FORBIDS unless it waits or runs */
export async function sessionTicket(input: InputOf<Calls['sessionTicket']>, { db, caller, now }: User) {
  const { ano, windowId, takesOver } = input;
  const { row } = await lockSession(db, { ano, caller });
  if (!['queuing', 'in-progress'].includes(liveStateOf(row))) throw new Refusal('STATE_FORBIDS');
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + ticketMs);
  const { tokenSha256 } = caller;
  await insertTicket(db, { sha256: digestOf(ticket), ano, tokenSha256, windowId, takesOver, expiresAt, now });
  return { ticket, path: `/live/${ano}`, expiresAt: expiresAt.toISOString() };
}

export const digestOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

interface Wanted {
  ano: string;
  caller: User['caller'];
}

/** Locks a session whose state allows its user the event. @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function lockAllowed(db: Client, wanted: Wanted, event: LiveEvent) {
  const found = await lockSession(db, wanted);
  const isAllowed = liveStateTable.allowed(liveStateOf(found.row), 'holder').includes(event);
  if (!isAllowed || (event === 'stopped' && found.live.stopAt !== null)) throw new Refusal('STATE_FORBIDS');
  return found;
}

/** @throws Refusal NOT_FOUND, also for an attestation of another kind or account */
async function lockSession(db: Client, { ano, caller }: Wanted): Promise<{ row: AttestationRow; live: LiveRow }> {
  const row = await lockAttestationOf(db, scopeOf(caller), ano);
  const live = row && (await findLive(db, ano));
  if (!row || !live) throw new Refusal('NOT_FOUND');
  return { row, live };
}
