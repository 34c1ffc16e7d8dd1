import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider, { type Configuration } from 'oidc-provider';

/** An OpenID Connect provider and its test user. */
export interface OpenidProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Acts as browser and user: follows `address` and signs in under `name`.
   * @returns the URL that the user returns to the site with
   */
  signIn(address: string, name: string): Promise<URL>;
  close(): Promise<void>;
}

/**
 * Starts `oidc-provider`, a certified OpenID Connect implementation, on a free port. Users sign in by typing a name, which
 * becomes the subject.
 *
 * @param redirectUris the client's redirect URIs
 */
export async function startOpenidProvider({ redirectUris }: { redirectUris: string[] }): Promise<OpenidProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: 'proofkeep', clientSecret: 'a-secret-of-the-client-and-the-provider' };
  const provider = new Provider(issuer, configurationOf({ ...client, redirectUris }));
  const callback = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void callback(request, response);
  });
  return {
    issuer,
    ...client,
    signIn: (address, name) => signIn(issuer, address, name),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const configurationOf = (o: { clientId: string; clientSecret: string; redirectUris: string[] }): Configuration => ({
  clients: [
    {
      client_id: o.clientId,
      client_secret: o.clientSecret,
      redirect_uris: o.redirectUris,
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  pkce: { required: () => true },
  claims: { openid: ['sub'], profile: ['preferred_username'] },
  conformIdTokenClaims: false,
  ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  cookies: { keys: ['a key for the cookies of tests'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, preferred_username: id }),
  }),
});

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Provider</title>
<form method="post"><label>Name at the provider <input name="name" required></label><button>Continue</button></form></html>`;

/** Signs in any user name and consents to every scope. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    return;
  }
  const accountId = new URLSearchParams(await text(request)).get('name') ?? '';
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
}

async function signIn(issuer: string, address: string, name: string): Promise<URL> {
  const jar = new Map<string, string>();
  let at = new URL(address);
  let body: URLSearchParams | undefined;
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie },
      ...(body ? { method: 'POST', body } : {}),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(key, value);
    }
    const to = response.headers.get('location');
    body = to === null ? new URLSearchParams({ name }) : undefined;
    if (to !== null) at = new URL(to, at);
    if (at.origin !== issuer) return at;
  }
  throw new Error(`The provider does not send users back from ${at.href}.`);
}
