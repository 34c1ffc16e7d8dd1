import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Behaviour of a stand-in's API: as documented, no answer, HTML instead of JSON, JSON without its fields, or overloaded. */
export type VendorBehavior = 'well' | 'gone' | 'nonsense' | 'incomplete' | 'busy';

/** The stand-in for a vendor of identities: pages for browsers and an API for the application's server. */
export interface SignInVendor {
  readonly origin: string;
  behavior: VendorBehavior;
  /** Paths of the API that were asked, in order. */
  readonly asked: readonly string[];
  /** Leaves requests of the API unanswered until `release` is called. */
  pause(): { release(): void };
  /** Lets every code that was given out expire. */
  expireCodes(): void;
  /** Acts as browser and user: agrees under `name`. @returns the URL that the user returns to the site with */
  agree(address: string, name: string): Promise<URL>;
  /** The return of a user who cancels. */
  cancel(address: string): Promise<URL>;
  close(): Promise<void>;
}

/** Handles the query with which a page of the vendor was opened. */
export interface AuthorizationPage {
  /** Why the vendor's page would show an error instead; null if the query is as documented. */
  fault(query: URLSearchParams): string | null;
  /** Name of the parameter that returns the code. */
  codeParameter: string;
  /** Application that the code is for. */
  appOf(query: URLSearchParams): string;
  /** Parameters of a return after the user cancelled, beside `state`. */
  cancelled: Record<string, string>;
}

/** A request of the service to the vendor's interface. */
export interface ApiRequest {
  path: string;
  method: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

/** JSON answer; `status` is 200 if absent. */
export interface ApiAnswer {
  status?: number;
  body: unknown;
}

/** Authorization codes that the vendor issued. */
export interface Codes {
  /** The user who agreed; spends the code. */
  take(code: string, app: string): { name: string } | 'unknown' | 'used';
}

interface GivenCode {
  name: string;
  app: string;
  state: 'fresh' | 'used' | 'expired';
}

/**
 * Starts a stand-in on a free port.
 * @param pages by path
 * @param api answers of the API, by behaviour `well`; `busy` is the vendor's documented answer when it is overloaded
 */
export async function startVendor(o: {
  pages: Record<string, AuthorizationPage>;
  api(request: ApiRequest, codes: Codes): ApiAnswer;
  busy: ApiAnswer;
}): Promise<SignInVendor> {
  const given = new Map<string, GivenCode>();
  const asked: string[] = [];
  let paused: Promise<void> | undefined;
  const codes: Codes = {
    take(code, app) {
      const known = given.get(code);
      if (!known || known.app !== app || known.state === 'expired') return 'unknown';
      if (known.state === 'used') return 'used';
      known.state = 'used';
      return { name: known.name };
    },
  };

  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const body = await text(request);
    const page = o.pages[path];
    if (page) {
      const fault = page.fault(query);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (fault !== null) return void response.writeHead(400).end(fault);
      if (request.method === 'GET') return void response.end(consent);
      const name = new URLSearchParams(body).get('name');
      return void response.writeHead(303, { location: returnOf(page, query, name) }).end();
    }
    asked.push(path);
    await paused;
    if (vendor.behavior === 'gone') return void response.destroy();
    if (vendor.behavior === 'nonsense') return void response.end('<html>maintenance</html>');
    const answer =
      vendor.behavior === 'busy'
        ? o.busy
        : o.api({ path, method: request.method ?? '', query, headers: request.headers, body }, codes);
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json; charset=utf-8' });
    const value = vendor.behavior === 'incomplete' ? {} : answer.body;
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function returnOf(page: AuthorizationPage, query: URLSearchParams, name: string | null): string {
    const back = new URL(query.get('redirect_uri') ?? '');
    if (name === null) for (const [key, value] of Object.entries(page.cancelled)) back.searchParams.set(key, value);
    else {
      const code = randomBytes(16).toString('hex');
      given.set(code, { name, app: page.appOf(query), state: 'fresh' });
      back.searchParams.set(page.codeParameter, code);
    }
    back.searchParams.set('state', query.get('state') ?? '');
    return back.href;
  }

  const answer = async (address: string, body: Record<string, string>): Promise<URL> => {
    const shown = await fetch(address);
    if (!shown.ok) throw new Error(`The vendor shows an error: ${await shown.text()}`);
    const sent = await fetch(address, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
    return new URL(sent.headers.get('location') ?? '');
  };
  const vendor: SignInVendor = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behavior: 'well',
    asked,
    pause() {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      paused = promise;
      return { release };
    },
    expireCodes() {
      for (const one of given.values()) one.state = 'expired';
    },
    agree: (address, name) => answer(address, { name }),
    cancel: (address) => answer(address, {}),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return vendor;
}

const consent = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Provider</title>
<form method="post"><label>Name at the provider <input name="name" required></label><button>Continue</button></form>
<form method="post"><button>Cancel</button></form></html>`;

/** Compares a query with what is documented; values of parameters that are not named are free. */
export function faultOf(query: URLSearchParams, expected: Record<string, string>): string | null {
  for (const [key, value] of Object.entries(expected))
    if (query.get(key) !== value) return `${key} is ${query.get(key)}, not ${value}`;
  if (!URL.canParse(query.get('redirect_uri') ?? '')) return 'no redirect_uri';
  // The narrowest of the vendors: WeChat.
  if (!/^[a-zA-Z0-9]{1,128}$/.test(query.get('state') ?? ''))
    return 'the state has other characters than letters and digits';
  return null;
}
