import type { Context } from '../../../http/context.ts';
import { networksOf } from '../../../http/networks.ts';
import { knownBrowser } from '../known-browsers.ts';

/** The party that requests codes. No other requester can use its codes, try them, or use up its allowance. */
export interface CodeRequester {
  name: string;
  /** The phone's owner is signed in or has signed in with this browser: strangers can't use up these codes. */
  isKnown: boolean;
}

type CallOrigin = Pick<Context, 'isBrowser' | 'hasBrowserSecret' | 'browserSha256' | 'address'>;

/**
 * Names the requester of a call without a session: a browser by its cookie; a program, which has none, by its network.
 */
export const requesterName = ({ isBrowser, hasBrowserSecret, browserSha256, address }: CallOrigin): string =>
  isBrowser || hasBrowserSecret ? `browser ${browserSha256().toString('hex')}` : `network ${networksOf(address)[0]}`;

/** @param loginId the login with this phone; undefined if there is none */
export async function publicRequester(loginId: string | undefined, context: Context): Promise<CodeRequester> {
  return { isKnown: (await knownBrowser(loginId, context)) !== undefined, name: requesterName(context) };
}

export const personRequester = (personId: string): string => `person ${personId}`;
export const accountRequester = (accountId: string): string => `account ${accountId}`;
