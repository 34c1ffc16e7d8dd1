import type { Context } from '../../http/context.ts';
import { networksOf } from '../../http/networks.ts';
import { knownBrowser } from './known-browsers.ts';

/** Who asks for codes: what one asks for no other can use, try or use up. */
export interface Asker {
  name: string;
  /** The owner of the phone has signed in with this browser before, or is signed in: strangers cannot use up these codes. */
  isKnown: boolean;
}

type Asking = Pick<Context, 'isBrowser' | 'hasBrowserSecret' | 'browserSha256' | 'address'>;

/** Of a call that needs no session: the browser by its cookie; a program, which keeps none, by its network. */
export const askerName = ({ isBrowser, hasBrowserSecret, browserSha256, address }: Asking): string =>
  isBrowser || hasBrowserSecret ? `browser ${browserSha256().toString('hex')}` : `network ${networksOf(address)[0]}`;

/** @param loginId the login that has this phone; undefined if none has */
export async function publicAsker(loginId: string | undefined, context: Context): Promise<Asker> {
  return { isKnown: (await knownBrowser(loginId, context)) !== undefined, name: askerName(context) };
}

export const personAsker = (personId: string): string => `person ${personId}`;
export const accountAsker = (accountId: string): string => `account ${accountId}`;
