import { calls } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';
import { hasShapeOf } from '../../api/shape.ts';

/** Why the user was sent to a provider. Kept only in this tab, and deleted when read. */
export interface Errand {
  to: 'sign-in' | 'bind' | 'rebind';
  /** The provider's name. */
  name: string;
  /** Path to open afterwards; null: home. */
  next: string | null;
}

const errandKey = 'thirdErrand';
const keptKey = 'thirdIdentity';

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

/** An identity not yet bound to a user; kept in this tab until the user signs in or registers. */
export interface KeptIdentity {
  ticket: string;
  /** The provider's name. */
  name: string;
  label: string | null;
  /** Unix time in milliseconds at which the ticket expires. */
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
