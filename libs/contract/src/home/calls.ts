import { z } from 'zod';
import { Me } from '../account/calls.ts';
import { announcementCalls } from '../announcements/calls.ts';
import { AttestationSummary } from '../attestations/attestation.ts';
import { AttestationState } from '../attestations/states.ts';
import { call, nothing } from '../call.ts';
import { dictionaryCalls } from '../dictionary/calls.ts';
import { Handover, ReceivedInvitation } from '../members/member.ts';
import { notarizationCalls } from '../notarization/calls.ts';

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

const AccountHome = z.strictObject({
  /** Previews to be confirmed, oldest first. */
  previews: waiting,
  /** Captures that failed within `failureWaitsDays` and can be retried, newest first. */
  failures: waiting,
  counts: z.record(AttestationState, z.int()),
  /** The newest five. */
  recent: z.array(AttestationSummary),
  /** Each of the last `trendDays` days, oldest first. */
  trend: z.array(TrendDay),
});

const Notices = z.strictObject({
  invitations: z.array(ReceivedInvitation),
  /** An offer that the user made or got; null if there is none. */
  handover: Handover.nullable(),
  isRecoveryOpen: z.boolean(),
});

/** Records of the calls of the home page. */
export const homeCalls = {
  opening: call({
    method: 'GET',
    path: '/creditor/user/homepage/opening',
    who: 'user',
    summary:
      'Returns at once what a browser reads when it opens the site: the account, notices and dictionaries, and with `home=true` what the home page shows.',
    input: z.strictObject({ home: z.stringbool().or(z.boolean()).default(false) }),
    isOneMoment: true,
    reply: z.strictObject({
      /** When it was read; `since` of the live stream. */
      at: z.iso.datetime(),
      /** As `account/info`. */
      me: Me,
      /** As `user/homepage/notices`. */
      notices: Notices,
      /** As `dict/list`. */
      dictionaries: dictionaryCalls.dictList.reply,
      /** Null unless `home` is true. */
      home: z
        .strictObject({
          /** As `announcement/list` with `size` 1. */
          announcements: announcementCalls.list.reply,
          /** As `user/homepage/att`; null for members who may not see evidence. */
          account: AccountHome.nullable(),
          /** As `notarization/list` with `view` `wait-me` and `size` 1; null for members who may not see matters. */
          matters: notarizationCalls.matters.reply.nullable(),
        })
        .nullable(),
    }),
  }),
  accountHome: call({
    method: 'POST',
    path: '/creditor/user/homepage/att',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns pending items, attestation counts by state, recent attestations and the trend.',
    input: nothing,
    reply: AccountHome,
  }),
  notices: call({
    method: 'GET',
    path: '/creditor/user/homepage/notices',
    who: 'user',
    summary:
      'Returns what concerns the user in person: invitations to them, an open handover, an open request to remove their second factors.',
    input: nothing,
    reply: Notices,
  }),
};
