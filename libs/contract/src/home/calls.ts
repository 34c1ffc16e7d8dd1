import { z } from 'zod';
import { AttestationSummary } from '../attestations/attestation.ts';
import { AttestationState } from '../attestations/states.ts';
import { call, nothing } from '../call.ts';
import { Handover, ReceivedInvitation } from '../members/member.ts';

/** Number of local days in the trend, today included. */
export const trendDays = 90;

/** Days of an account begin at midnight UTC+8, where clocks never change. */
export const accountOffsetMinutes = 480;
/** The date of an instant, by the accounts' days: `2026-11-20`. */
export const accountDay = (at: Date): string =>
  new Date(at.getTime() + accountOffsetMinutes * 60_000).toISOString().slice(0, 10);

/** Days for which a failed capture counts as pending; it stays in the list afterwards. */
export const failureWaitsDays = 7;

/** Attestations submitted on one local day, by their outcome. */
export const TrendDay = z.strictObject({
  /** `2026-11-20` */
  day: z.iso.date(),
  submitted: z.int(),
  sealed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});
export type TrendDay = z.infer<typeof TrendDay>;

const waiting = z.strictObject({
  /** At most five. */
  list: z.array(AttestationSummary),
  /** Total number. */
  total: z.int(),
});

/** Records of the calls of the home page. */
export const homeCalls = {
  accountHome: call({
    method: 'POST',
    path: '/creditor/user/homepage/att',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns pending items, attestation counts by state, recent attestations and the trend.',
    input: nothing,
    reply: z.strictObject({
      /** Previews to be confirmed, oldest first. */
      previews: waiting,
      /** Captures that failed within `failureWaitsDays` and can be retried, newest first. */
      failures: waiting,
      counts: z.record(AttestationState, z.int()),
      /** The newest five. */
      recent: z.array(AttestationSummary),
      /** Each of the last `trendDays` days, oldest first. */
      trend: z.array(TrendDay),
    }),
  }),
  notices: call({
    method: 'GET',
    path: '/creditor/user/homepage/notices',
    who: 'user',
    summary:
      'Returns what concerns the user in person: invitations to them, an open handover, an open request to remove their second factors.',
    input: nothing,
    reply: z.strictObject({
      invitations: z.array(ReceivedInvitation),
      /** An offer that the user made or got; null if there is none. */
      handover: Handover.nullable(),
      isRecoveryOpen: z.boolean(),
    }),
  }),
};
