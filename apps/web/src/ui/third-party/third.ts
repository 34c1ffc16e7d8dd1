import { calls } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';
import { hasShapeOf } from '../../api/shape.ts';

/** Why the user was sent to a provider. Remembered in this tab alone, and forgotten once it was read. */
export interface Errand {
  to: 'sign-in' | 'bind' | 'rebind';
  /** The provider's name. */
  name: string;
  /** Where to go afterwards; null: home. */
  next: string | null;
}

const errandKey = 'thirdErrand';
const keptKey = 'thirdIdentity';

/** Leaves the site for the provider. */
export async function goToProvider(provider: string, errand: Errand): Promise<void> {
  const { address } = await ask(calls.signIn.thirdBegin, { provider });
  sessionStorage.setItem(errandKey, JSON.stringify(errand));
  location.assign(address);
}

export function takeErrand(): Errand {
  const known = remembered(errandKey);
  sessionStorage.removeItem(errandKey);
  return hasShapeOf({ to: '', name: '' }, known) ? (known as Errand) : { to: 'sign-in', name: '', next: null };
}

/** An identity that is bound to no user yet: it waits in this tab until the user signs in or registers. */
export interface KeptIdentity {
  ticket: string;
  /** The provider's name. */
  name: string;
  label: string | null;
  /** Unix time in milliseconds from which the ticket binds nothing. */
  untilMs: number;
}

export const keepIdentity = (identity: KeptIdentity): void => sessionStorage.setItem(keptKey, JSON.stringify(identity));
export const forgetIdentity = (): void => sessionStorage.removeItem(keptKey);

export function keptIdentity(): KeptIdentity | null {
  const known = remembered(keptKey);
  if (!hasShapeOf({ ticket: '', name: '', untilMs: 0 }, known)) return null;
  return known.untilMs > Date.now() ? (known as KeptIdentity) : null;
}

function remembered(key: string): unknown {
  const text = sessionStorage.getItem(key);
  return text === null ? null : JSON.parse(text);
}
