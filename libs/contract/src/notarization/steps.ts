import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { stateTable } from '../state-table.ts';

/**
 * Tasks of one person in a matter. The first four identify them, the next two record that they understood and act
 * freely; `sign` is the signature on all current documents.
 */
export const matterStepKinds = [
  'phone-code',
  'id-card',
  'live-video',
  'statement',
  'objective',
  'objective-video',
  'sign',
] as const;
/** Kind of a step. */
export const MatterStepKind = z.enum(matterStepKinds);
export type MatterStepKind = z.infer<typeof MatterStepKind>;

/** Steps that everyone takes, in this order, before the notary reviews their identity and free will. */
export const identitySteps = [
  'phone-code',
  'statement',
  'id-card',
  'live-video',
  'objective',
  'objective-video',
] as const satisfies readonly MatterStepKind[];

/** Words for the steps. */
export const matterStepWords: Record<MatterStepKind, Word> = {
  'phone-code': ['手机验证', 'Phone'],
  'id-card': ['身份证件', 'ID card'],
  'live-video': ['人像与活体核验', 'Portrait and liveness'],
  statement: ['阅读并确认告知事项', 'Notice read'],
  objective: ['回答询问', 'Questions'],
  'objective-video': ['视频声明', 'Video statement'],
  sign: ['签署文书', 'Signature'],
};

/** Life cycle of one person's step. `waived`: the notary established it by other means. */
export const matterStepStateTable = stateTable({
  states: ['open', 'done', 'waived'],
  initial: ['open'],
  rows: [
    {
      from: 'open',
      event: 'finish',
      to: 'done',
      who: ['person', 'notary', 'system'],
      because: 'the person did it, or it was established elsewhere',
    },
    { from: 'open', event: 'waive', to: 'waived', who: 'notary', because: 'the notary gave a reason' },
    {
      from: 'done',
      event: 'reopen',
      to: 'open',
      who: ['notary', 'system'],
      because: 'it has to be repeated, or its document was replaced',
    },
    { from: 'waived', event: 'reopen', to: 'open', who: 'notary', because: 'the notary asks for it after all' },
  ],
});
/** States of a step. */
export const MatterStepState = z.enum(['open', 'done', 'waived']);
export type MatterStepState = z.infer<typeof MatterStepState>;

/** Words for the states of a step. */
export const matterStepStateWords: Record<MatterStepState, Word> = {
  open: ['待完成', 'Open'],
  done: ['已完成', 'Done'],
  waived: ['已免除', 'Waived'],
};
