import { randomBytes } from 'node:crypto';
import type { Language } from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import type { Secrets, ThirdIdentity, ThirdParty } from './third-party.ts';

/** The identity providers that the operator configured. */
export interface ThirdParties {
  /** Providers whose sign-in works in this browser, in the operator's order. */
  listFor(userAgent: string, language: Language): { provider: string; name: string }[];
  /** Display name; the key itself for a provider that is no longer configured. */
  nameOf(provider: string): { zh: string; en: string };
  /** @throws Refusal NOT_FOUND, PROVIDER_FAILED */
  begin(provider: string, o: { userAgent: string }): Promise<{ address: string; state: string; secrets: Secrets }>;
  /** @throws Refusal THIRD_REFUSED, PROVIDER_FAILED */
  finish(
    provider: string,
    o: { secrets: Secrets; state: string; code: string; iss: string | undefined },
  ): Promise<ThirdIdentity>;
}

/** @param redirectUri where providers send users back to; must be registered there */
export function openThirdParties(
  parties: readonly ThirdParty[],
  { redirectUri }: { redirectUri: string },
): ThirdParties {
  const find = (provider: string) => parties.find((one) => one.provider === provider);
  return {
    listFor: (userAgent, language) =>
      parties
        .filter((one) => one.isUsableIn(userAgent))
        .map(({ provider, name }) => ({ provider, name: name[language] })),
    nameOf: (provider) => find(provider)?.name ?? { zh: provider, en: provider },
    async begin(provider, { userAgent }) {
      const party = find(provider);
      if (!party?.isUsableIn(userAgent)) throw new Refusal('NOT_FOUND');
      const state = randomBytes(32).toString('hex');
      return { state, ...(await party.begin({ state, redirectUri, userAgent })) };
    },
    async finish(provider, { secrets, state, code, iss }) {
      const party = find(provider);
      // Removed from the configuration since the user left for the provider.
      if (!party) throw new Refusal('PROVIDER_FAILED');
      return party.finish({ code, state, iss, secrets, redirectUri });
    },
  };
}
