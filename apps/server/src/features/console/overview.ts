import type { consoleCalls, InputOf, ReplyOf } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { countCaptures, lastStoreCheck, listCaptures, listNodes } from '../attestations/service.ts';
import { pendingBankTransfers } from '../bank-transfers/service.ts';
import { pendingReviews } from '../certification/service.ts';
import { codesThisHour } from '../identity/service.ts';
import { pendingInvoices } from '../invoices/service.ts';
import { pendingRecoveries } from '../recovery/service.ts';
import { pendingReports } from '../reports/service.ts';

type Overview = ReplyOf<typeof consoleCalls.consoleOverview>;

const dayMs = 86_400_000;

export async function consoleOverview(_input: unknown, { db, services, now }: Context<'staff'>): Promise<Overview> {
  const [certifications, recoveries, reports, invoices, bankTransfers, captures, nodes, log, storeCheck, thisHour] =
    await Promise.all([
      pendingReviews(db),
      pendingRecoveries(db),
      pendingReports(db),
      pendingInvoices(db),
      pendingBankTransfers(db),
      countCaptures(db, new Date(now.getTime() - dayMs)),
      listNodes(db, { now, seenSince: new Date(now.getTime() - 7 * dayMs) }),
      services.log.status(),
      lastStoreCheck(db),
      codesThisHour(db, now),
    ]);
  const checkpointAt = log.latest?.createdAt.toISOString() ?? null;
  return {
    at: now.toISOString(),
    certifications,
    recoveries,
    reports,
    invoices,
    bankTransfers,
    captures,
    nodes,
    log: { size: log.size, checkpointAt },
    silentAuthorities: services
      .restingAuthorities()
      .map(({ authority, since, detail }) => ({ authority, since: since.toISOString(), detail })),
    textCodes: { thisHour, limit: services.mostTextCodesAnHour },
    storeCheck,
  };
}

export const consoleCaptures = (
  input: InputOf<typeof consoleCalls.consoleCaptures>,
  { db, now }: Context<'operator'>,
) => listCaptures(db, { ...input, since: new Date(now.getTime() - dayMs) });
