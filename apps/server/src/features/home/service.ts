import {
  type AttestationSummary,
  accountOffsetMinutes,
  announcementCalls,
  attestationStateTable,
  failureWaitsDays,
  homeCalls,
  type InputOf,
  notarizationCalls,
  type ReplyOf,
  type TrendDay,
  trendDays,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { mayCall, scopeOf } from '../../http/policy.ts';
import { accountInfo } from '../account/service.ts';
import { announcements } from '../announcements/service.ts';
import { countByDay, type DayCount, findHomeEntries, findSummaries, type HomeEntry } from '../attestations/service.ts';
import { dictList, type PublicFacts } from '../dictionary/service.ts';
import { handover, invitationsToMe } from '../members/service.ts';
import { matters } from '../notarization/service.ts';
import { ownRecovery } from '../recovery/service.ts';

type Home = ReplyOf<typeof homeCalls.accountHome>;

const dayMs = 86_400_000;
const offsetMs = accountOffsetMinutes * 60_000;
/** How many entries each section shows. */
const shown = 5;

export async function accountHome(_input: unknown, { db, caller, now }: Context<'user'>): Promise<Home> {
  const days = lastDays(now);
  const failedSince = new Date(now.getTime() - failureWaitsDays * dayMs);
  const [counted, entries] = await Promise.all([
    countByDay(db, scopeOf(caller), days[0]?.from ?? now),
    findHomeEntries(db, scopeOf(caller), { failedSince, size: shown }),
  ]);
  const anos = [...new Set(entries.map(({ ano }) => ano))];
  const summaries = await findSummaries(db, scopeOf(caller), anos);
  const part = (name: HomeEntry['part'], before: Before) => partOf(entries, summaries, name, before);
  return {
    previews: part('previews', (a, b) => a.changedAt < b.changedAt),
    failures: part('failures', (a, b) => a.changedAt > b.changedAt),
    counts: countsOf(counted),
    recent: part('recent', (a, b) => a.createdAt > b.createdAt).list,
    trend: days.map(({ day }) => trendOf(day, counted)),
  };
}

/** Read together, as every page of the desk asks for them. */
export async function notices(_input: unknown, context: Context<'user'>): Promise<ReplyOf<typeof homeCalls.notices>> {
  const { list: invitations } = await invitationsToMe(null, context);
  const { offer } = await handover(null, context);
  const { open } = await ownRecovery(null, context);
  return { invitations, handover: offer, isRecoveryOpen: open !== null };
}

type Opening = ReplyOf<typeof homeCalls.opening>;

/** One answer for all reads with which a browser opens the site, because on a phone each request costs a round trip. */
export async function opening(
  input: InputOf<typeof homeCalls.opening>,
  context: Context<'user'>,
  facts: PublicFacts,
): Promise<Opening> {
  return {
    at: context.now.toISOString(),
    me: await accountInfo(null, context),
    notices: await notices(null, context),
    dictionaries: await dictList({}, context, facts),
    home: input.home ? await homeOf(context) : null,
  };
}

/** Each part as the call of its own returns it; null if the caller may not make that call. */
async function homeOf(context: Context<'user'>): Promise<Opening['home']> {
  const { caller } = context;
  const waitingMatter = notarizationCalls.matters.input.parse({ view: 'wait-me', size: 1 });
  return {
    announcements: await announcements(announcementCalls.list.input.parse({ size: 1 }), context),
    account: mayCall(homeCalls.accountHome, caller) ? await accountHome(null, context) : null,
    matters: mayCall(notarizationCalls.matters, caller) ? await matters(waitingMatter, context) : null,
  };
}

/** The days of the trend, oldest first, each with its date and start. */
function lastDays(now: Date): { day: string; from: Date }[] {
  const today = Math.floor((now.getTime() + offsetMs) / dayMs);
  return Array.from({ length: trendDays }, (_none, at) => {
    const midnight = (today - trendDays + 1 + at) * dayMs;
    return { day: new Date(midnight).toISOString().slice(0, 10), from: new Date(midnight - offsetMs) };
  });
}

type Before = (a: AttestationSummary, b: AttestationSummary) => boolean;

function partOf(
  entries: HomeEntry[],
  summaries: Map<string, AttestationSummary>,
  name: HomeEntry['part'],
  before: Before,
) {
  const ofPart = entries.filter(({ part }) => part === name);
  const list = ofPart.flatMap(({ ano }) => summaries.get(ano) ?? []);
  return { list: list.sort((a, b) => (before(a, b) ? -1 : 1)), total: ofPart[0]?.total ?? 0 };
}

const sum = (counted: DayCount[]): number => counted.reduce((total, { count }) => total + count, 0);

function countsOf(counted: DayCount[]): Home['counts'] {
  const counts = attestationStateTable.states.map((state) => [
    state,
    sum(counted.filter((count) => count.state === state)),
  ]);
  return Object.fromEntries(counts) as Home['counts'];
}

function trendOf(day: string, counted: DayCount[]): TrendDay {
  const ofDay = counted.filter((count) => count.day === day);
  const of = (wanted: string) => sum(ofDay.filter(({ state }) => state === wanted));
  return { day, submitted: sum(ofDay), sealed: of('succeeded'), failed: of('failed'), cancelled: of('cancelled') };
}
