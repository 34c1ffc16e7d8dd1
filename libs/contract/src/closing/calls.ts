import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { Cents } from '../money/money.ts';
import { ClosingState, closingObstacles } from './states.ts';

const time = z.iso.datetime();

/** The last request to close an account. */
export const Closing = z.strictObject({
  state: ClosingState,
  askedAt: time,
  /** When it takes effect. */
  dueAt: time,
  endedAt: time.nullable(),
  /** Balance that the holder gave up; after closing, the amount that was left. */
  waivedCents: Cents,
});
export type Closing = z.infer<typeof Closing>;

const limits = [{ per: 'login', times: 30, seconds: 3_600 }] as const;

/** Calls about closing an account; for its holder, not while acting as another login. */
export const closingCalls = {
  closing: call({
    method: 'GET',
    path: '/creditor/closing',
    who: 'main',
    summary: 'Returns the last request to close the account, and what must be finished before.',
    input: nothing,
    reply: z.strictObject({
      closing: Closing.nullable(),
      /** In a fixed order; `count` is a number, or cents for `holds` and `balance`. */
      obstacles: z.array(z.strictObject({ kind: z.enum(closingObstacles), count: z.int() })),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  askClosing: call({
    method: 'POST',
    path: '/creditor/closing/ask',
    who: 'main',
    of: 'person',
    summary: 'Requests that the account be closed after the cooling-off period.',
    input: z.strictObject({
      /** Gives up the balance. Payments can be refunded beforehand through their orders. */
      waivesBalance: z.stringbool().or(z.boolean()).default(false),
    }),
    reply: Closing,
    refusals: ['NOT_ALLOWED', 'CONFIRM_FIRST', 'CLOSING_OBSTRUCTED', 'STATE_FORBIDS'],
    limits,
    audit: 'closing.asked',
  }),
  undoClosing: call({
    method: 'POST',
    path: '/creditor/closing/undo',
    who: 'main',
    of: 'person',
    summary: 'Cancels the request to close the account.',
    input: nothing,
    reply: nil,
    refusals: ['NOT_ALLOWED', 'STATE_FORBIDS'],
    limits,
    audit: 'closing.undone',
  }),
};
