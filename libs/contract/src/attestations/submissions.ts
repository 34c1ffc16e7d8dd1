import { z } from 'zod';
import { attestationNameLength, remarkLength } from '../shared/limits.ts';
import { count } from '../shared/lists.ts';
import { Message } from '../shared/sentences.ts';
import type { Word } from '../shared/words.ts';
import { RowChoice } from './capture-choice.ts';
import { Label } from './fields.ts';
import { AttestationState } from './states.ts';

const time = z.iso.datetime();

/** Most rows of one batch. */
export const batchRows = 10_000;
/** Largest spreadsheet that is read. */
export const sheetBytes = 8 * 2 ** 20;
/** Most labels in one row of a spreadsheet. */
export const rowLabels = 20;

/** States in the four groups that lists have as tabs. */
export const stateGroups = {
  attention: ['unpaid', 'preview'],
  progress: ['queuing', 'capturing', 'sealing'],
  preserved: ['succeeded'],
  ended: ['failed', 'cancelled'],
} as const satisfies Record<string, readonly AttestationState[]>;
/**
 * Names of these groups, in the order of the tabs; exported separately so that the site can use them without the
 * validator.
 */
export const stateGroupNames = ['attention', 'progress', 'preserved', 'ended'] as const;
/** Group of states: needs attention, in progress, preserved, not completed. */
export const StateGroup = z.enum(stateGroupNames);
export type StateGroup = z.infer<typeof StateGroup>;

/** Words for the groups of states. */
export const stateGroupWords: Record<StateGroup, Word> = {
  attention: ['待处理', 'Needs attention'],
  progress: ['进行中', 'In progress'],
  preserved: ['已封存', 'Sealed'],
  ended: ['未完成', 'Not completed'],
};

/** Number of attestations in each group. */
export const GroupCounts = z.record(StateGroup, z.int());
export type GroupCounts = z.infer<typeof GroupCounts>;

/** The kind of attestation made from each row of a batch. */
export const BatchKind = z.enum(['page', 'ecommerce']);

/** A row of a batch as it is submitted; `row` is its number in the spreadsheet, from 1. */
export const BatchRow = z.strictObject({
  row: count.min(1),
  url: z.string().trim().min(1).max(8192),
  name: z.string().trim().max(attestationNameLength).default(''),
  remark: z.string().trim().max(remarkLength).default(''),
  labels: z.array(Label).max(rowLabels).default([]),
  options: RowChoice.default({}),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** A row that can be submitted. */
export const CleanRow = BatchRow.extend({
  /** The newest attestation of the same URL that this account has; null if there is none. */
  earlier: z.strictObject({ ano: z.string(), createdAt: time }).nullable(),
});
export type CleanRow = z.infer<typeof CleanRow>;

/** A row that can't be submitted, with its text and the reason. */
export const BadRow = z.strictObject({ row: z.int(), text: z.string(), message: Message });
export type BadRow = z.infer<typeof BadRow>;

/** Rows read from a spreadsheet. */
export const CleanedSheet = z.strictObject({
  /** Id under which the rows can be submitted, once. */
  batchId: z.uuid(),
  fileName: z.string(),
  rows: z.array(CleanRow),
  /** Rows that can't be submitted. */
  bad: z.array(BadRow),
  /** Rows with the URL of an earlier row; only the earlier row is submitted. */
  duplicates: z.array(z.strictObject({ row: z.int(), firstRow: z.int(), url: z.string() })),
});
export type CleanedSheet = z.infer<typeof CleanedSheet>;

/** One submission of any kind and size, with its counts. */
export const Submission = z.strictObject({
  id: z.uuid(),
  /** The file's name, or empty. */
  name: z.string(),
  /** Number of attestations it started with; capturing one again adds one. */
  size: z.int(),
  states: z.partialRecord(AttestationState, z.int()),
  state: z.enum(['working', 'review', 'done']),
  /** Number of captures that may show the wrong page. */
  warnings: z.int(),
  /** Number of failed captures that can be retried. */
  retryable: z.int(),
  /** Held or charged from the balance, without released amounts. */
  amountCents: z.int(),
  packageUnits: z.int(),
  /** Number of the order that some of it waits for or was paid by; null if the account paid. */
  orderNo: z.string().nullable(),
  createdAt: time,
  /** The last change of one of its attestations. */
  changedAt: time,
});
export type Submission = z.infer<typeof Submission>;

/** States that change without the holder, through the service or a payment. */
export const workingStates: readonly AttestationState[] = ['unpaid', 'queuing', 'capturing', 'sealing'];

/** A submission is working until none of its attestations is; then the holder reviews it, or it is done. */
export function submissionStateOf(states: Partial<Record<AttestationState, number>>): Submission['state'] {
  if (workingStates.some((state) => (states[state] ?? 0) > 0)) return 'working';
  return (states.preview ?? 0) > 0 ? 'review' : 'done';
}
