import type { MatterState } from '../notarization/states.ts';
import { identitySteps, type MatterStepKind } from '../notarization/steps.ts';
import type { PartyMatter } from './party-matter.ts';

/** Pages on which a party takes part, at `/h5sign/<page>/<matter number>`. */
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

/** The first identification step that the party has not finished; later ones are not accepted before it. */
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

/** States between the identity review and the signing. */
const afterReview: readonly MatterState[] = ['scheduling', 'scheduled', 'session', 'session-review'];

/** The page that a party has to see now; all other pages redirect to it. */
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

/** Open steps that the notary asked the party to repeat. */
const repeatedSteps = ({ steps }: Pick<Tasks, 'steps'>): MatterStepKind[] =>
  steps.filter(({ state, reason }) => state === 'open' && reason !== null).map(({ kind }) => kind);

/** Pages that may be opened besides the current one: earlier pages of the same step, and results. */
export function mayOpen(page: PartyPage, tasks: Tasks): boolean {
  const now = pageNow(tasks);
  if (page === now) return true;
  const repeated = tasks.state === 'identity' ? repeatedSteps(tasks) : [];
  switch (page) {
    case 'identity-one':
      return now === 'identity-two' || now === 'identity-three';
    case 'identity-two':
      return now === 'identity-three';
    case 'objective-result':
      return now === 'verify' || repeated.some((kind) => kind === 'objective' || kind === 'objective-video');
    case 'verify-result':
      return now === 'sign' || repeated.length > 0;
    default:
      return false;
  }
}

/** The page after one that is finished or no longer open: its result first, if it has one. */
export function pageAfter(page: PartyPage, tasks: Tasks): PartyPage {
  const outcome = page === 'objective-video' ? 'objective-result' : page === 'verify' ? 'verify-result' : page;
  return outcome !== page && mayOpen(outcome, tasks) ? outcome : pageNow(tasks);
}

/** Path of a page on which a party acts. */
export const partyPagePath = (page: PartyPage | 'login', no: string): string => `/h5sign/${page}/${no}`;
