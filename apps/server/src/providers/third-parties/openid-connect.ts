import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { Refusal } from '../../kit/refusal.ts';

export interface ThirdParty {
  /** Key in URLs and database rows; must not change. */
  provider: string;
  /** Display name. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface Secrets {
  nonce: string;
  verifier: string;
}

/** Identity providers by OpenID Connect Core 1.0: authorization code with PKCE (RFC 7636), state and nonce. */
export interface ThirdParties {
  readonly list: readonly { provider: string; name: string }[];
  /** @throws Refusal PROVIDER_FAILED */
  begin(provider: string): Promise<Secrets & { address: string; state: string }>;
  /** @returns the identity that the provider asserts @throws Refusal THIRD_REFUSED, PROVIDER_FAILED */
  finish(
    provider: string,
    o: Secrets & { state: string; code: string; iss?: string | undefined },
  ): Promise<{ subject: string; label: string | null }>;
}

const timeoutSeconds = 10;

/** @param redirectUri where providers send users back to; must be registered there */
export function openThirdParties(
  parties: readonly ThirdParty[],
  { redirectUri }: { redirectUri: string },
): ThirdParties {
  const known = new Map<string, Promise<Configuration>>();
  const configured = (provider: string): Promise<Configuration> => {
    const party = parties.find((one) => one.provider === provider);
    if (!party) throw new Refusal('PROVIDER_FAILED');
    // A failed discovery is not cached: the next user retries it.
    const asked = known.get(provider) ?? discover(party);
    known.set(provider, asked);
    asked.catch(() => known.delete(provider));
    return asked;
  };
  return {
    list: parties.map(({ provider, name }) => ({ provider, name })),
    async begin(provider) {
      const configuration = await configured(provider).catch(failed);
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, state, nonce, verifier };
    },
    async finish(provider, { state, code, iss, nonce, verifier }) {
      const configuration = await configured(provider).catch(failed);
      const returned = new URL(redirectUri);
      returned.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
      const tokens = await authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }).catch(refused);
      const claims = tokens.claims();
      if (!claims) throw new Refusal('THIRD_REFUSED', { isKept: true });
      return { subject: claims.sub, label: labelOf(claims) };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: ThirdParty): Promise<Configuration> {
  const server = new URL(issuer);
  // The configuration allows `http:` on this machine only.
  const execute = server.protocol === 'http:' ? [allowInsecureRequests] : [];
  return discovery(server, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds });
}

/** A label for the account's owner; not used for decisions. */
function labelOf(claims: Record<string, unknown>): string | null {
  const found = [claims.preferred_username, claims.nickname, claims.name].find((one) => typeof one === 'string' && one);
  return typeof found === 'string' ? found.slice(0, 100) : null;
}

function failed(cause: unknown): never {
  throw new Refusal('PROVIDER_FAILED', { cause });
}

/** A refusal by the provider, or a bad signature, is THIRD_REFUSED; no answer is PROVIDER_FAILED. */
function refused(error: unknown): never {
  const { code = '', status = 400 } = error as { code?: string; status?: number };
  const isAnswer = error instanceof AuthorizationResponseError || code.startsWith('OAUTH_');
  if (isAnswer && status < 500 && !unanswered.has(code)) throw new Refusal('THIRD_REFUSED', { isKept: true });
  throw new Refusal('PROVIDER_FAILED', { isKept: true });
}

const unanswered = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);
