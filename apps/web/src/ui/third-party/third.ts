import { calls } from '@proofkeep/contract';
import { z } from 'zod';
import { ask } from '../../api/ask.ts';

/** What somebody was sent to a provider for. It is remembered in this tab alone, and gone when it was read. */
const Errand = z.strictObject({
  to: z.enum(['sign-in', 'bind', 'rebind']),
  name: z.string(),
  next: z.string().nullable(),
});
export type Errand = z.infer<typeof Errand>;

const errandKey = 'thirdErrand';
const keptKey = 'thirdIdentity';

/** Leaves the site for the provider. */
export async function goToProvider(provider: string, errand: Errand): Promise<void> {
  const { address } = await ask(calls.signIn.thirdBegin, { provider });
  sessionStorage.setItem(errandKey, JSON.stringify(errand));
  location.assign(address);
}

export function takeErrand(): Errand {
  const known = Errand.safeParse(remembered(errandKey));
  sessionStorage.removeItem(errandKey);
  return known.success ? known.data : { to: 'sign-in', name: '', next: null };
}

/** An identity that nobody has yet: it waits in this tab until whoever signs in or registers says that it is his. */
const Kept = z.strictObject({
  ticket: z.string(),
  /** Of the provider. */
  name: z.string(),
  label: z.string().nullable(),
  /** Unix time in milliseconds from which the ticket binds nothing. */
  untilMs: z.number(),
});
export type KeptIdentity = z.infer<typeof Kept>;

export const keepIdentity = (identity: KeptIdentity): void => sessionStorage.setItem(keptKey, JSON.stringify(identity));
export const forgetIdentity = (): void => sessionStorage.removeItem(keptKey);

export function keptIdentity(): KeptIdentity | null {
  const known = Kept.safeParse(remembered(keptKey));
  return known.success && known.data.untilMs > Date.now() ? known.data : null;
}

function remembered(key: string): unknown {
  const text = sessionStorage.getItem(key);
  return text === null ? null : JSON.parse(text);
}
