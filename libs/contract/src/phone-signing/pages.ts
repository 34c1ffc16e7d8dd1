import type { MatterState } from '../notarization/states.ts';
import { identitySteps, type MatterStepKind } from '../notarization/steps.ts';
import type { PartyMatter } from './party-matter.ts';

/** Pages on which a party takes part, by their addresses `/h5sign/<page>/<number of the matter>`. */
export const partyPages = [
  'enter',
  'identity-one',
  'identity-two',
  'identity-three',
  'identity-four',
  'objective',
  'objective-video',
  'objective-result',
  'verify',
  'verify-result',
  'sign',
  'sign-result',
] as const;
/** Page of a party. */
export type PartyPage = (typeof partyPages)[number];

type Tasks = Pick<PartyMatter, 'state' | 'steps' | 'cardSides'>;

const isOpen = ({ steps }: Pick<Tasks, 'steps'>, kind: MatterStepKind): boolean =>
  steps.some((step) => step.kind === kind && step.state === 'open');

/** The first step of the identification that a party has not done: no later one is accepted before it. */
export const nextStep = (tasks: Pick<Tasks, 'steps'>): (typeof identitySteps)[number] | null =>
  identitySteps.find((kind) => isOpen(tasks, kind)) ?? null;

const pageOfCard = ({ cardSides }: Tasks): PartyPage => {
  if (!cardSides.includes('front')) return 'identity-one';
  return cardSides.includes('back') ? 'identity-three' : 'identity-two';
};

const pageOfStep = (kind: (typeof identitySteps)[number], tasks: Tasks): PartyPage => {
  if (kind === 'id-card') return pageOfCard(tasks);
  if (kind === 'live-video') return 'identity-four';
  return kind === 'objective' || kind === 'objective-video' ? kind : 'enter';
};

/** States between the review of the identity and the signing. */
const afterReview: readonly MatterState[] = ['scheduling', 'scheduled', 'session', 'session-review'];

/** The page that a party has to see now; every other one leads there. */
export function pageNow(tasks: Tasks): PartyPage {
  const { state } = tasks;
  if (state === 'identity') {
    const step = nextStep(tasks);
    return step === null ? 'verify' : pageOfStep(step, tasks);
  }
  if (state === 'identity-review') return 'verify';
  if (afterReview.includes(state)) return 'verify-result';
  if (state === 'signing') return isOpen(tasks, 'sign') ? 'sign' : 'sign-result';
  return state === 'sealing' || state === 'issued' ? 'sign-result' : 'enter';
}

/** Pages that may be seen besides the one of now: earlier ones of the same step, and outcomes of what is done. */
export function mayOpen(page: PartyPage, tasks: Tasks): boolean {
  const now = pageNow(tasks);
  if (page === now) return true;
  if (page === 'identity-one') return now === 'identity-two' || now === 'identity-three';
  if (page === 'identity-two') return now === 'identity-three';
  const isOver = (kind: MatterStepKind) => tasks.steps.some((step) => step.kind === kind && step.state !== 'open');
  if (page === 'objective-result') return isOver('objective-video') && now === 'verify';
  return page === 'verify-result' && now === 'sign';
}

/** Address of a page of the site on which a party acts. */
export const partyPagePath = (page: PartyPage | 'login', no: string): string => `/h5sign/${page}/${no}`;
