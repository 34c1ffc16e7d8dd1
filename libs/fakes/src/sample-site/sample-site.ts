import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bigBodySha256 } from './big-body.ts';
import { type Canary, openCanary } from './canary.ts';
import { makeTlsIdentity } from './certificates.ts';
import { type ResourceKind, type SiteEntry, sha256 } from './entry.ts';
import { hostilePage } from './hostile-pages.ts';
import { partnerEntries, shopEntries, unaskedEntries } from './shop.ts';
import { specialPage } from './special-pages.ts';
import { type SiteRequest, send, sendEntry, type Visit } from './visit.ts';
import { answerTalk } from './web-socket.ts';

/** Start options of the sample site. */
export interface SampleSiteOptions {
  /** 0 or absent: any free port. */
  readonly httpPort?: number;
  readonly httpsPort?: number;
  /** Added before every response. */
  readonly latencyMs?: number;
}

/** A resource of the sample page in a complete capture. */
export interface SiteResource {
  readonly url: string;
  readonly kind: ResourceKind;
  /** Digest of the decoded body; null if the body differs each time: see `requests`. */
  readonly sha256: string | null;
}

/** The running sample site. */
export interface SampleSite {
  /** `http://127.0.0.1:port`: HTTP/1.1. */
  readonly httpOrigin: string;
  /** `https://127.0.0.1:port`: HTTP/2, HTTP/1.1 on request, with an untrusted certificate. */
  readonly httpsOrigin: string;
  /**
   * `host:port` of everything the sample page needs; must be allowed explicitly, as loopback addresses are not public.
   */
  readonly egressAllow: readonly string[];
  /** Base64 SHA-256 of the certificate's SubjectPublicKeyInfo, for `--ignore-certificate-errors-spki-list`. */
  readonly spki: string;
  /** PEM of the certificate authority. */
  readonly caPem: string;
  /** Must not be reachable from captured pages; the pages under `/hostile` try. */
  readonly canary: Pick<Canary, 'port' | 'reached'>;
  /** All requests so far, in the order of their responses. */
  readonly requests: readonly SiteRequest[];
  /**
   * Returns the resources of a complete capture of `<origin>/shop?big=<bigMb>`. `bigMb` is 5 by default: one picture of
   * 5.2 MB; 0 omits it; 60 adds a body of 60 MiB.
   */
  resources(options?: { origin?: string; bigMb?: number }): SiteResource[];
  close(): Promise<void>;
}

/** The partner has another host, so its frame is another site for the browser and runs in a separate process. */
const host = '127.0.0.1';
const partnerHost = '127.0.0.2';

/** Starts the sample shop on loopback addresses, over HTTP and HTTPS. Cannot be reached from other machines. */
export async function startSampleSite(options: SampleSiteOptions = {}): Promise<SampleSite> {
  const identity = makeTlsIdentity([host, partnerHost]);
  const requests: SiteRequest[] = [];
  const canary = await openCanary();
  const site: Answering = {
    requests,
    canary,
    latencyMs: options.latencyMs ?? 0,
    partners: new Map(),
    entries: new Map(),
  };
  const plain = () => createServer((request, response) => void answer(site, 'http', request, response));
  const secure = () => secureServer(identity, (request, response) => void answer(site, 'https', request, response));
  const open = [
    await listen(plain(), host, options.httpPort ?? 0),
    await listen(secure(), host, options.httpsPort ?? 0),
    await listen(plain(), partnerHost, 0),
    await listen(secure(), partnerHost, 0),
  ] as const;
  const [http, https, httpPartner, httpsPartner] = open.map(({ authority }) => authority) as [
    string,
    string,
    string,
    string,
  ];
  site.partners.set('http', `http://${httpPartner}`).set('https', `https://${httpsPartner}`);
  const httpOrigin = `http://${http}`;
  return {
    httpOrigin,
    httpsOrigin: `https://${https}`,
    egressAllow: open.map(({ authority }) => authority),
    spki: identity.spki,
    caPem: identity.caPem,
    canary,
    requests,
    resources: ({ origin = httpOrigin, bigMb = 5 } = {}) => expected(site, origin, bigMb),
    close: async () => {
      await Promise.all([canary, ...open].map((opened) => opened.close()));
    },
  };
}

type Scheme = 'http' | 'https';

interface Answering {
  readonly canary: Canary;
  readonly requests: SiteRequest[];
  readonly latencyMs: number;
  readonly partners: Map<Scheme, string>;
  /** By scheme and `bigMb`, then by path. */
  readonly entries: Map<string, Map<string, SiteEntry>>;
}

async function answer(
  site: Answering,
  scheme: Scheme,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const authority = request.headers.host ?? request.headers[':authority'];
  const url = new URL(request.url ?? '/', `${scheme}://${authority}`);
  const visit: Visit = { url, request, response, log: site.requests };
  response.on('error', () => response.destroy()); // the browser is gone: killed or timed out
  if (site.latencyMs > 0) await sleep(site.latencyMs);
  const found = entriesOf(site, scheme, Number(url.searchParams.get('big') ?? 5)).get(url.pathname);
  if (found) sendEntry(visit, found);
  else if (!(await specialPage(visit)) && !(await hostilePage(visit, site.canary.port)))
    send(visit, 404, { 'content-type': 'text/html; charset=utf-8' }, '<h1>404</h1><p>页面不存在</p>');
}

function entriesOf(site: Answering, scheme: Scheme, bigMb: number): Map<string, SiteEntry> {
  const key = `${scheme} ${bigMb}`;
  const known = site.entries.get(key);
  if (known) return known;
  const all = [...shopEntries(site.partners.get(scheme)!, bigMb), ...partnerEntries(), ...unaskedEntries()];
  const byPath = new Map(all.map((entry) => [entry.path, entry]));
  site.entries.set(key, byPath);
  return byPath;
}

function expected(site: Answering, origin: string, bigMb: number): SiteResource[] {
  const partner = site.partners.get(new URL(origin).protocol === 'https:' ? 'https' : 'http')!;
  const query = (path: string) => (path === '/shop' && bigMb !== 5 ? `/shop?big=${bigMb}` : path);
  const whole = (at: string) => (entry: SiteEntry) => ({
    url: at + query(entry.path),
    kind: entry.kind,
    sha256: sha256(entry.body()),
  });
  const big = {
    url: `${origin}/big/${bigMb}.bin`,
    kind: 'big-body' as const,
    sha256: bigMb > 5 ? bigBodySha256(bigMb) : '',
  };
  return [
    ...shopEntries(partner, bigMb).map(whole(origin)),
    ...partnerEntries().map(whole(partner)),
    { url: `${origin}/api/time.json`, kind: 'clock', sha256: null },
    ...(bigMb > 5 ? [big] : []),
  ];
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves HTTP/2 through Node's compatibility API; its requests and responses behave like HTTP/1.1 in everything used
 * here.
 */
function secureServer({ key, chain }: { key: string; chain: string }, listener: Listener): Server {
  const server = createSecureServer({ key, cert: chain, allowHTTP1: true });
  server.on('request', listener as never);
  return server;
}

async function listen(server: Server, address: string, port: number) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  server.on('upgrade', answerTalk);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  return {
    authority: `${address}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
