import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { isMatterOver, type MatterState } from './states.ts';

/** The actor whose turn it is in a state: the applicant, each person with an open step, the notary, or the clock alone. */
const waitsFor: Record<MatterState, 'applicant' | 'people' | 'notary' | 'clock' | null> = {
  draft: 'applicant',
  submitted: 'notary',
  correction: 'applicant',
  accepted: 'applicant',
  paying: 'applicant',
  identity: 'people',
  'identity-review': 'notary',
  scheduling: 'applicant',
  scheduled: 'clock',
  session: 'notary',
  'session-review': 'notary',
  signing: 'people',
  sealing: 'notary',
  issued: null,
  declined: null,
  rejected: null,
  terminated: null,
  abandoned: null,
  expired: null,
};

/** Views of the list of matters, by whose turn it is: mine, another party's, the notary's; and all matters. */
export const matterViews = ['wait-me', 'wait-other', 'wait-notary', 'all'] as const;
/** View of the list of matters. */
export const MatterView = z.enum(matterViews);
export type MatterView = z.infer<typeof MatterView>;

/** Words for the views of the list of matters. */
export const matterViewWords: Record<MatterView, Word> = {
  'wait-me': ['待我处理', 'Needs your attention'],
  'wait-other': ['待他人处理', 'Waiting for others'],
  'wait-notary': ['待公证员处理', 'Waiting for the notary'],
  all: ['全部', 'All'],
};

/** Whose turn a matter is, as one role sees it; `done`: it has ended. */
export type MatterTurn = Exclude<MatterView, 'all'> | 'done';

/** A person who views a matter. */
export interface MatterViewer {
  role: 'applicant' | 'party' | 'notary';
  /** Whether they have a required step that is open. */
  hasOpenStep: boolean;
}

/**
 * Derives whose turn it is, as one person sees it, for lists, counters, badges and reminders. The database generates the column
 * `turn` by the same rule for the applicant.
 */
export function turnOf(state: MatterState, { role, hasOpenStep }: MatterViewer): MatterTurn {
  if (isMatterOver(state)) return 'done';
  const wanted = waitsFor[state];
  if (role === 'notary') return wanted === 'notary' ? 'wait-me' : 'wait-other';
  if (wanted === 'notary') return 'wait-notary';
  if (wanted === 'people') return hasOpenStep ? 'wait-me' : 'wait-other';
  return wanted === role ? 'wait-me' : 'wait-other';
}

/** Before acceptance, an office keeps no application open for longer than a month. */
const correctionDays = 30;
/** A matter that its parties hold up ends after six months (《公证程序规则》第五十条). */
const idleDays = 180;

/**
 * Days without any activity after which a matter expires that waits for its applicant or parties; null in all other
 * states. An open order has a time limit of its own.
 */
export function idleLimitDays(state: MatterState): number | null {
  if (state === 'paying' || !['applicant', 'people'].includes(waitsFor[state] ?? '')) return null;
  return state === 'correction' ? correctionDays : idleDays;
}

/** Views and queues are counted up to this number, which then means "this many or more". */
export const matterCountLimit = 100;

/** Queues of a notary: what needs a decision next, what waits for others, and what is finished. */
export const matterQueues = ['new', 'identity', 'sessions', 'sealing', 'others', 'done'] as const;
/** Queue of a notary. */
export const MatterQueue = z.enum(matterQueues);
export type MatterQueue = z.infer<typeof MatterQueue>;

/** Words for the queues of a notary. */
export const matterQueueWords: Record<MatterQueue, Word> = {
  new: ['新申请', 'New'],
  identity: ['身份审核', 'Identity'],
  sessions: ['面谈', 'Sessions'],
  sealing: ['出证', 'Sealing'],
  others: ['等待当事人', 'With the parties'],
  done: ['已办结', 'Done'],
};

/** Returns the queue that a state belongs to; null for drafts, which no notary sees. */
export function queueOf(state: MatterState): MatterQueue | null {
  if (state === 'draft') return null;
  if (isMatterOver(state)) return 'done';
  if (state === 'submitted') return 'new';
  if (state === 'identity-review') return 'identity';
  if (state === 'sealing') return 'sealing';
  return ['scheduling', 'scheduled', 'session', 'session-review'].includes(state) ? 'sessions' : 'others';
}
