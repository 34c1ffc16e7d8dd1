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
const ticketKey = 'thirdTicket';

/** Leaves the site for the provider. */
export async function goToProvider(provider: string, errand: Errand): Promise<void> {
  const { address } = await ask(calls.signIn.thirdBegin, { provider });
  sessionStorage.setItem(errandKey, JSON.stringify(errand));
  location.assign(address);
}

export function takeErrand(): Errand {
  const text = sessionStorage.getItem(errandKey);
  sessionStorage.removeItem(errandKey);
  const known = Errand.safeParse(text === null ? null : JSON.parse(text));
  return known.success ? known.data : { to: 'sign-in', name: '', next: null };
}

/** An identity that nobody has yet waits for whoever signs in or registers in this tab. */
export const keepTicket = (ticket: string): void => sessionStorage.setItem(ticketKey, ticket);
export const forgetTicket = (): void => sessionStorage.removeItem(ticketKey);

/** @returns whether there was one to bind; what the server refuses is thrown */
export async function bindKeptTicket(): Promise<boolean> {
  const ticket = sessionStorage.getItem(ticketKey);
  if (ticket === null) return false;
  forgetTicket();
  await ask(calls.signIn.bindThirdAccount, { ticket });
  return true;
}
