import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/** States of a matter. */
export const matterStates = [
  'draft',
  'submitted',
  'correction',
  'accepted',
  'paying',
  'identity',
  'identity-review',
  'scheduling',
  'scheduled',
  'session',
  'session-review',
  'signing',
  'sealing',
  'issued',
  'declined',
  'rejected',
  'terminated',
  'abandoned',
  'expired',
] as const;
/** State of a matter. */
export const MatterState = z.enum(matterStates);
export type MatterState = z.infer<typeof MatterState>;

/** Words for the states of a matter. */
export const matterStateWords: Record<MatterState, Word> = {
  draft: ['草稿', 'Draft'],
  submitted: ['待受理', 'Under review'],
  correction: ['待补正', 'Correction needed'],
  accepted: ['待缴费', 'Accepted, fee due'],
  paying: ['缴费中', 'Awaiting payment'],
  identity: ['核验身份', 'Identity checks'],
  'identity-review': ['身份审核', 'Identity review'],
  scheduling: ['待预约', 'To be scheduled'],
  scheduled: ['已预约', 'Scheduled'],
  session: ['面谈中', 'In session'],
  'session-review': ['文书复核', 'Document review'],
  signing: ['待签署', 'Signing'],
  sealing: ['待出证', 'Sealing'],
  issued: ['已出证', 'Issued'],
  declined: ['不予受理', 'Not accepted'],
  rejected: ['不予办理', 'Rejected'],
  terminated: ['终止公证', 'Terminated'],
  abandoned: ['已撤回', 'Withdrawn'],
  expired: ['已过期', 'Expired'],
};

/** States in which a matter has ended. */
const endStates = ['issued', 'declined', 'rejected', 'terminated', 'abandoned', 'expired'] as const;

const people = ['applicant', 'party'] as const;

/**
 * States in which a matter can be withdrawn or expire. An open order is closed first, so that a late payment doesn't
 * find the matter ended.
 */
const interruptible = matterStates.filter(
  (state) => state !== 'paying' && !(endStates as readonly string[]).includes(state),
) as Exclude<MatterState, 'paying' | (typeof endStates)[number]>[];

/** States from acceptance to the deed in which a notary can terminate a matter. */
const terminable = [
  'accepted',
  'identity',
  'identity-review',
  'scheduling',
  'scheduled',
  'session',
  'session-review',
  'signing',
  'sealing',
] as const;

/**
 * The life cycle of a matter. Steps that several people take concurrently, identification and signing, have their own
 * rows (`matterStepStateTable`) and are not states.
 */
export const matterStateTable = stateTable({
  states: matterStates,
  initial: ['draft'],
  rows: [
    {
      from: 'draft',
      event: 'submit',
      to: 'submitted',
      who: 'applicant',
      because: 'form, parties and materials are complete',
    },
    {
      from: 'submitted',
      event: 'request-correction',
      to: 'correction',
      who: 'notary',
      because: 'something named by the notary is missing or wrong',
    },
    { from: 'submitted', event: 'accept', to: 'accepted', who: 'notary', because: 'the office may handle it' },
    {
      from: 'submitted',
      event: 'decline',
      to: 'declined',
      who: 'notary',
      because: 'it does not meet the conditions of acceptance (《公证程序规则》第十九条)',
    },
    { from: 'correction', event: 'resubmit', to: 'submitted', who: 'applicant', because: 'every item was corrected' },
    { from: 'accepted', event: 'open-order', to: 'paying', who: 'applicant', because: 'the fee is due' },
    { from: 'accepted', event: 'waive-fee', to: 'identity', who: 'notary', because: 'the notary gave a reason' },
    { from: 'accepted', event: 'reject', to: 'rejected', who: 'notary', because: 'a ground appeared after acceptance' },
    { from: 'paying', event: 'payment-succeeded', to: 'identity', who: 'system', because: 'the whole fee arrived' },
    { from: 'paying', event: 'close-order', to: 'accepted', who: 'applicant', because: 'another way to pay is chosen' },
    { from: 'paying', event: 'order-expired', to: 'accepted', who: 'system', because: 'it was not paid in time' },
    {
      from: 'identity',
      event: 'all-identified',
      to: 'identity-review',
      who: 'system',
      because: 'no step is open any more',
    },
    {
      from: 'identity',
      event: 'refuse',
      to: 'identity-review',
      who: people,
      because: 'a party declines, which the notary decides on',
    },
    {
      from: 'identity-review',
      event: 'identity-ok',
      to: 'scheduling',
      who: 'notary',
      because: 'a session is required',
    },
    {
      from: 'identity-review',
      event: 'identity-ok-no-session',
      to: 'signing',
      who: 'notary',
      because: 'this kind of matter needs no session',
    },
    {
      from: 'identity-review',
      event: 'identity-failed',
      to: 'identity',
      who: 'notary',
      because: 'a named step has to be repeated',
    },
    {
      from: 'identity-review',
      event: 'reject',
      to: 'rejected',
      who: 'notary',
      because: 'identity or free will is in doubt',
    },
    { from: 'scheduling', event: 'book', to: 'scheduled', who: people, because: 'a free time was reserved' },
    { from: 'scheduling', event: 'start-now', to: 'session', who: 'notary', because: 'all participants are there' },
    {
      from: 'scheduled',
      event: 'reschedule',
      to: 'scheduling',
      who: ['applicant', 'party', 'notary'],
      because: 'the time does not suit',
    },
    {
      from: 'scheduled',
      event: 'no-show',
      to: 'scheduling',
      who: ['system', 'notary'],
      because: 'a participant did not come',
    },
    { from: 'scheduled', event: 'start', to: 'session', who: 'notary', because: 'the time has come' },
    {
      from: 'session',
      event: 'interrupted',
      to: 'scheduling',
      who: ['system', 'notary'],
      because: 'the session could not be finished',
    },
    { from: 'session', event: 'session-ok', to: 'signing', who: 'notary', because: 'all questions were answered' },
    {
      from: 'session',
      event: 'reject',
      to: 'rejected',
      who: 'notary',
      because: 'identity or free will is in doubt',
    },
    {
      from: 'signing',
      event: 'all-signed',
      to: 'sealing',
      who: 'system',
      because: 'every required signature is there',
    },
    {
      from: 'signing',
      event: 'dispute',
      to: 'session-review',
      who: people,
      because: 'a document does not say what was said',
    },
    {
      from: 'session-review',
      event: 'amend',
      to: 'signing',
      who: 'notary',
      because: 'new documents replace those that were disputed',
    },
    {
      from: 'session-review',
      event: 'reopen',
      to: 'scheduling',
      who: 'notary',
      because: 'the session has to be repeated',
    },
    { from: 'session-review', event: 'reject', to: 'rejected', who: 'notary', because: 'the parties do not agree' },
    { from: 'sealing', event: 'issue', to: 'issued', who: 'notary', because: 'everything was examined and signed' },
    {
      from: 'sealing',
      event: 'return-documents',
      to: 'signing',
      who: 'notary',
      because: 'new documents replace those with an error',
    },
    { from: 'sealing', event: 'reject', to: 'rejected', who: 'notary', because: 'the examination found a ground' },
    ...terminable.map(
      (from) =>
        ({
          from,
          event: 'terminate',
          to: 'terminated',
          who: 'notary',
          because: 'it cannot or need not go on (《公证程序规则》第五十条)',
        }) as const,
    ),
    ...interruptible.map(
      (from) =>
        ({ from, event: 'abandon', to: 'abandoned', who: 'applicant', because: 'the applicant withdraws it' }) as const,
    ),
    ...interruptible.map(
      (from) =>
        ({ from, event: 'expire', to: 'expired', who: 'system', because: 'nothing happened for too long' }) as const,
    ),
  ],
});
/** Event that can change the state of a matter. */
export type MatterEvent = EventOf<typeof matterStateTable>;
/** Role that can cause an event of a matter. */
export type MatterRole = WhoOf<typeof matterStateTable>;

/** Words for the events of a matter in its journal and timeline. */
export const matterEventWords: Record<MatterEvent, Word> = {
  submit: ['提交申请', 'Submitted'],
  'request-correction': ['要求补正', 'Correction requested'],
  accept: ['受理', 'Accepted'],
  decline: ['不予受理', 'Not accepted'],
  reject: ['不予办理', 'Rejected'],
  resubmit: ['补正后重新提交', 'Resubmitted'],
  'open-order': ['开始缴费', 'Payment started'],
  'waive-fee': ['免收公证费', 'Fee waived'],
  'payment-succeeded': ['缴费成功', 'Paid'],
  'close-order': ['取消缴费订单', 'Order cancelled'],
  'order-expired': ['缴费订单过期', 'Order expired'],
  'all-identified': ['各方完成身份核验', 'Everyone identified'],
  refuse: ['当事人拒绝办理', 'A party declined'],
  'identity-ok': ['身份审核通过，安排面谈', 'Identity confirmed, session required'],
  'identity-ok-no-session': ['身份审核通过，进入签署', 'Identity confirmed, ready to sign'],
  'identity-failed': ['身份核验需要重做', 'Identity step to be repeated'],
  book: ['预约面谈', 'Session booked'],
  'start-now': ['立即开始面谈', 'Session started'],
  reschedule: ['改期', 'Rescheduled'],
  'no-show': ['未到场', 'No-show'],
  start: ['面谈开始', 'Session started'],
  interrupted: ['面谈中断', 'Session interrupted'],
  'session-ok': ['面谈结束', 'Session completed'],
  terminate: ['终止公证', 'Terminated'],
  'all-signed': ['全部签署完成', 'Everyone signed'],
  dispute: ['对文书提出异议', 'Document disputed'],
  amend: ['修改文书，重新签署', 'Documents amended'],
  reopen: ['重新安排面谈', 'New session required'],
  issue: ['出具公证书', 'Deed issued'],
  'return-documents': ['退回文书，重新签署', 'Documents returned'],
  abandon: ['撤回申请', 'Withdrawn'],
  expire: ['逾期终止', 'Expired'],
};

/** Whether a matter has ended. */
export const isMatterOver = (state: MatterState): boolean => (endStates as readonly string[]).includes(state);

/** How much of the fee is returned when a matter ends without a deed. */
export const matterFeeReturns = ['all', 'half', 'none'] as const;
/** How much of the fee is returned. */
export const MatterFeeReturn = z.enum(matterFeeReturns);
export type MatterFeeReturn = z.infer<typeof MatterFeeReturn>;

/**
 * How much of the fee is returned when a matter is withdrawn or expires: all of it until the session begins or the
 * documents are drawn for signing, half until everyone has signed, nothing afterwards, when only the deed is missing.
 * Package units are returned whole or not at all.
 */
export function feeReturnOf(state: MatterState): MatterFeeReturn {
  if (state === 'sealing' || state === 'issued') return 'none';
  return state === 'session' || state === 'session-review' || state === 'signing' ? 'half' : 'all';
}

/** Words for how much of the fee is returned. */
export const matterFeeReturnWords: Record<MatterFeeReturn, Word> = {
  all: ['公证费全额退回套餐或余额。', 'The fee is refunded in full, to the package or the balance.'],
  half: [
    '公证处已面谈或制作文书，公证费退回一半；套餐抵扣的件数不退。',
    'The office has held the session or drawn up the documents: half of the fee is refunded. Units of packages are not.',
  ],
  none: ['各方已签署完成，公证费不退。', 'Everyone has signed, so the fee is not refunded.'],
};

/** Reasons why the office can't proceed for a time, which doesn't count towards its deadline (《公证法》第三十条). */
export const matterPauseReasons = ['materials', 'verification', 'force-majeure'] as const;
/** Reason why a notary suspends a matter. */
export const MatterPauseReason = z.enum(matterPauseReasons);
export type MatterPauseReason = z.infer<typeof MatterPauseReason>;

/** Words for the reasons of a pause; `parties`: the matter waits for the parties. */
export const matterPauseWords: Record<MatterPauseReason | 'parties', Word> = {
  materials: ['补充证明材料', 'More evidence is awaited'],
  verification: ['核实有关情况', 'Facts are being verified'],
  'force-majeure': ['不可抗力', 'Force majeure'],
  parties: ['等待当事人', 'Waiting for the parties'],
};
