import {
  type AttestationSummary,
  accountOffsetMinutes,
  attestationStates,
  failureWaitsDays,
  type homeCalls,
  type ReplyOf,
  type TrendDay,
  trendDays,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { summariesOf } from '../attestations/service.ts';
import { type Pick, pick, type Tally, tally } from './store.ts';

type Home = ReplyOf<typeof homeCalls.accountHome>;

const dayMs = 86_400_000;
const offsetMs = accountOffsetMinutes * 60_000;
/** Of each part so many are shown. */
const shown = 5;

export async function accountHome(_input: unknown, { db, caller, now }: Context<'user'>): Promise<Home> {
  const { accountId } = caller;
  const days = lastDays(now);
  const [tallied, picked] = await Promise.all([
    tally(db, accountId, days[0]?.from ?? now),
    pick(db, accountId, new Date(now.getTime() - failureWaitsDays * dayMs), shown),
  ]);
  const anos = [...new Set(picked.map(({ ano }) => ano))];
  const summaries = await summariesOf(db, accountId, anos);
  const part = (name: Pick['part'], before: Before) => partOf(picked, summaries, name, before);
  return {
    previews: part('previews', (a, b) => a.changedAt < b.changedAt),
    failures: part('failures', (a, b) => a.changedAt > b.changedAt),
    counts: countsOf(tallied),
    recent: part('recent', (a, b) => a.createdAt > b.createdAt).list,
    trend: days.map(({ day }) => trendOf(day, tallied)),
  };
}

/** The days of the trend by their names, the oldest first, with the moment at which each begins. */
function lastDays(now: Date): { day: string; from: Date }[] {
  const today = Math.floor((now.getTime() + offsetMs) / dayMs);
  return Array.from({ length: trendDays }, (_none, at) => {
    const midnight = (today - trendDays + 1 + at) * dayMs;
    return { day: new Date(midnight).toISOString().slice(0, 10), from: new Date(midnight - offsetMs) };
  });
}

type Before = (a: AttestationSummary, b: AttestationSummary) => boolean;

function partOf(picked: Pick[], summaries: Map<string, AttestationSummary>, name: Pick['part'], before: Before) {
  const own = picked.filter(({ part }) => part === name);
  const list = own.flatMap(({ ano }) => summaries.get(ano) ?? []);
  return { list: list.sort((a, b) => (before(a, b) ? -1 : 1)), total: own[0]?.total ?? 0 };
}

const sum = (tallied: Tally[]): number => tallied.reduce((total, { count }) => total + count, 0);

function countsOf(tallied: Tally[]): Home['counts'] {
  const counts = attestationStates.map((state) => [state, sum(tallied.filter((one) => one.state === state))]);
  return Object.fromEntries(counts) as Home['counts'];
}

function trendOf(day: string, tallied: Tally[]): TrendDay {
  const ofDay = tallied.filter((one) => one.day === day);
  const of = (wanted: string) => sum(ofDay.filter(({ state }) => state === wanted));
  return { day, submitted: sum(ofDay), sealed: of('succeeded'), failed: of('failed') };
}
