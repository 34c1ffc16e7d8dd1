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
} from 'openid-client';
import { answersWithinMs, declined, failed, labelOf, type ThirdParty } from './third-party.ts';

export interface OpenidConnectOptions {
  /** Key in URLs and database rows; must not change. */
  provider: string;
  /** Display name. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** A provider of OpenID Connect Core 1.0: authorization code with PKCE (RFC 7636), state and nonce. */
export function openidConnect({ provider, name, ...o }: OpenidConnectOptions): ThirdParty {
  let known: Promise<Configuration> | undefined;
  const configured = (): Promise<Configuration> => {
    const asked = known ?? discover(o);
    known = asked;
    // A failed discovery is not cached: the next user retries it.
    asked.catch(() => {
      known = undefined;
    });
    return asked.catch((cause: unknown) => {
      throw failed(cause);
    });
  };
  return {
    provider,
    name: { zh: name, en: name },
    isUsableIn: () => true,
    async begin({ state, redirectUri }) {
      const configuration = await configured();
      const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()];
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, secrets: { nonce, verifier } };
    },
    async finish({ state, code, iss, secrets: { nonce = '', verifier = '' }, redirectUri }) {
      const configuration = await configured();
      const returned = new URL(redirectUri);
      returned.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
      const tokens = await authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }).catch(refused);
      const claims = tokens.claims();
      if (!claims) throw declined();
      return { subject: claims.sub, label: labelOf(claims.preferred_username, claims.nickname, claims.name) };
    },
  };
}

type Client = Pick<OpenidConnectOptions, 'issuer' | 'clientId' | 'clientSecret'>;

async function discover({ issuer, clientId, clientSecret }: Client): Promise<Configuration> {
  const server = new URL(issuer);
  // The configuration allows `http:` on this machine only.
  const execute = server.protocol === 'http:' ? [allowInsecureRequests] : [];
  return discovery(server, clientId, clientSecret, undefined, { execute, timeout: answersWithinMs / 1000 });
}

/** A refusal by the provider or a bad signature declines the code; anything else is a failure of the provider. */
function refused(error: unknown): never {
  const { code = '', status = 400 } = error as { code?: string; status?: number };
  const isAnswer = error instanceof AuthorizationResponseError || code.startsWith('OAUTH_');
  throw isAnswer && status < 500 && !unanswered.has(code) ? declined() : failed(error);
}

const unanswered = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);
