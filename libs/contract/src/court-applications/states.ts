import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/** States of an application that puts attestations forward for a court. */
export const courtApplicationStates = [
  'draft',
  'prepared',
  'submitted',
  'accepted',
  'returned',
  'filed',
  'withdrawn',
] as const;
/** State of an application to a court. */
export const CourtApplicationState = z.enum(courtApplicationStates);
export type CourtApplicationState = z.infer<typeof CourtApplicationState>;

/** Words for the states of an application to a court. */
export const courtApplicationStateWords: Record<CourtApplicationState, Word> = {
  draft: ['草稿', 'Draft'],
  prepared: ['清单已签章', 'List signed'],
  submitted: ['已提交，等待法院答复', 'Submitted, awaiting the court'],
  accepted: ['法院已接收', 'Accepted by the court'],
  returned: ['法院已退回', 'Returned by the court'],
  filed: ['已自行提交', 'Filed by you'],
  withdrawn: ['已撤回', 'Withdrawn'],
};

/**
 * Life cycle of an application. `submitted` and later states come only from the court's gateway; `filed` is stated by
 * the applicant, and the court's later decisions aren't known to the service.
 */
export const courtApplicationStateTable = stateTable({
  states: courtApplicationStates,
  initial: ['draft'],
  rows: [
    {
      from: 'draft',
      event: 'prepare',
      to: 'prepared',
      who: 'applicant',
      because: 'every attestation was verified and the list is signed',
    },
    {
      from: 'prepared',
      event: 'edit',
      to: 'draft',
      who: 'applicant',
      because: 'the list changes, so the signed one no longer counts',
    },
    {
      from: 'prepared',
      event: 'submit',
      to: 'submitted',
      who: 'applicant',
      because: "the court's gateway confirmed the receipt",
    },
    {
      from: 'prepared',
      event: 'file',
      to: 'filed',
      who: 'applicant',
      because: 'the applicant handed the list in without the gateway',
    },
    { from: 'submitted', event: 'accept', to: 'accepted', who: 'court', because: 'the court took the evidence' },
    { from: 'submitted', event: 'return', to: 'returned', who: 'court', because: 'the court gave a reason' },
    { from: 'submitted', event: 'withdraw', to: 'withdrawn', who: 'applicant', because: 'it is no longer needed' },
    { from: 'returned', event: 'edit', to: 'draft', who: 'applicant', because: 'the list is corrected' },
    ...(['draft', 'prepared', 'returned'] as const).map(
      (from) =>
        ({ from, event: 'withdraw', to: 'withdrawn', who: 'applicant', because: 'it is no longer needed' }) as const,
    ),
  ],
});
/** Event that can change the state of an application to a court. */
export type CourtApplicationEvent = EventOf<typeof courtApplicationStateTable>;
/** Role that can cause an event of an application to a court. */
export type CourtApplicationRole = WhoOf<typeof courtApplicationStateTable>;

/** Words for the events of an application in its timeline. */
export const courtApplicationEventWords: Record<CourtApplicationEvent | 'create', Word> = {
  create: ['建立举证申请', 'Created'],
  prepare: ['核验并签章清单', 'Verified and signed'],
  edit: ['修改清单', 'Reopened for editing'],
  submit: ['提交法院', 'Submitted to the court'],
  file: ['登记自行提交', 'Filed by the applicant'],
  accept: ['法院接收', 'Accepted by the court'],
  return: ['法院退回', 'Returned by the court'],
  withdraw: ['撤回', 'Withdrawn'],
};
