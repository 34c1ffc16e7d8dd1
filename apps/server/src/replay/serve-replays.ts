import { paths, secondFolder } from '@proofkeep/bundle';
import { CaptureReport } from '@proofkeep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRange } from '../http/range.ts';
import { type Store, StoreError } from '../store/store.ts';
import { grantIdOf } from './capability.ts';
import { cookieScript } from './cookies.ts';
import type { Replayed } from './grants.ts';
import { guardScript } from './guard.ts';
import type { ReplayOrigins } from './origin.ts';
import { busyPage, refusedPage, replayPage, stayScript, tabPage, waitingPage, waitScript } from './pages.ts';
import { common, pagePolicy, replayedPolicy, tabPolicy, workerPolicy } from './policy.ts';
import { replayerPath } from './serve-replayer.ts';
import { showScript } from './show.ts';

export interface ServeOptions {
  store: Store;
  key: Uint8Array;
  /** The capture a grant is for; undefined if the grant has ended. */
  findGrant(id: string): Promise<Replayed | undefined>;
  siteOrigin: string;
  origins: ReplayOrigins;
  /** Prefix of the captured files in the store. */
  dataPlace(replayed: Replayed): string;
}

interface Asked {
  replayed: Replayed;
  /** Address of the replay, ends in a slash. */
  base: string;
  /** Address of the replayer's scripts, ends in a slash. */
  scripts: string;
  /** Origins whose pages may frame the replay, as CSP sources. */
  ancestors: string;
}

type Answer = (asked: Asked, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** Serves everything below a replay's URL, and the page of a tab. Without a valid capability, nothing exists. */
export function serveReplays(app: FastifyInstance, o: ServeOptions): void {
  const route = (url: string, answer: Answer) =>
    app.route<{ Params: { capability: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const { capability } = request.params;
        const grantId = grantIdOf(o.key, capability);
        const replayed = grantId && (await o.findGrant(grantId));
        if (!replayed) return refuse(reply, 403);
        const tab = o.origins.inTab(replayed);
        const framed = o.origins.framed(replayed);
        // Only on this machine do the two differ (origin.ts): elsewhere nothing depends on the Host header.
        const isInTab = tab !== null && [tab.page, tab.replay].some((origin) => new URL(origin).host === request.host);
        const base = `${isInTab ? tab.replay : framed}/replay/${capability}/`;
        const ancestors = tab ? `${o.siteOrigin} ${tab.page}` : o.siteOrigin;
        return answer({ replayed, base, scripts: new URL(replayerPath, base).href, ancestors }, request, reply);
      },
    });
  const serve = (path: string, answer: Answer) => route(`/replay/:capability/${path}`, answer);

  // Fastify's default answer writes the whole URL into the log.
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404));
  route('/tab/:capability/', async ({ base, replayed }, request, reply) => {
    if (!isFor('document', request)) return refuse(reply, 403);
    const page = await pageOf(o, replayed, request);
    if (!page) return refuse(reply, 404);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', tabPolicy(base))
      .header('connection-allowlist', `(response-origin "${new URL(base).origin}/*");redirects=allow;webrtc=block`)
      .send(tabPage({ framed: framedAt(base, pageAsked(request)), ...page }));
  });
  serve('', async ({ base, scripts, ancestors, replayed }, request, reply) => {
    // Frames only: the captured page has the same origin and could navigate a top-level page anywhere.
    if (!isFor('iframe', request)) return refuse(reply, 403);
    const page = await pageOf(o, replayed, request);
    if (!page) return refuse(reply, 404);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(base, scripts, ancestors))
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(replayPage({ base, scripts: replayerPath, ...page }));
  });
  const script = (path: string, text: string) =>
    serve(path, (_asked, _request, reply) => reply.type('text/javascript; charset=utf-8').send(text));
  script('show.js', showScript(o.siteOrigin));
  // The service worker answers these, unless the browser could not start it.
  serve('replay/', ({ base, scripts, ancestors }, _request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(base, scripts, `'self' ${ancestors}`))
      .send(waitingPage),
  );
  serve('replay/sw.js', ({ base, scripts, ancestors }, _request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy(base, scripts))
      .send(
        guardScript({
          headers: replayedHeaders(base, scripts, ancestors),
          firstScript: `${base}replay/static/wombat.js`,
          added: cookieScript(base),
          replayer: `${replayerPath}sw.js`,
        }),
      ),
  );
  script('replay/wait.js', waitScript);
  script('replay/stay.js', stayScript);
  serve('replay/ui.js', (_asked, _request, reply) => reply.redirect(`${replayerPath}ui.js`, 308));
  serve('page.wacz', ({ replayed }, request, reply) => sendWacz(o, replayed, request, reply));
}

/**
 * Browsers that don't send the header are not refused: the policies apply in them too, except to the navigation of a
 * tab.
 */
const isFor = (destination: 'document' | 'iframe', { headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-dest'] ?? destination) === destination;

/**
 * The replayer uses the referrer to find the page of a request without its prefix; the referrer goes to no other
 * origin.
 */
const replayedHeaders = (base: string, scripts: string, ancestors: string): Record<string, string> => ({
  ...common,
  'referrer-policy': 'same-origin',
  'content-security-policy': replayedPolicy(base, scripts, ancestors),
});

export const refuse = (reply: FastifyReply, status: 403 | 404 | 429): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(status === 429 ? busyPage : refusedPage);

const pageAsked = ({ url }: FastifyRequest): string | null => new URL(url, 'http://any').searchParams.get('page');
const framedAt = (base: string, page: string | null): string =>
  page === null ? base : `${base}?page=${encodeURIComponent(page)}`;

interface ShownPage {
  url: string;
  at: Date;
}

/** The captured page; for a live session the visited page with the requested index, by default that of the first tab. */
async function pageOf(o: ServeOptions, replayed: Replayed, request: FastifyRequest): Promise<ShownPage | undefined> {
  const report = await reportOf(o, replayed);
  if (!report) return undefined;
  const { finalUrl, requestedUrl } = report.page;
  const { session, startedAt } = report;
  const asked = pageAsked(request);
  const isBlank = finalUrl === null && requestedUrl === 'about:blank';
  // A lost session that was opened blank has no page of its first tab.
  const visited = asked === null ? (isBlank ? session?.pages.at(-1) : null) : session?.pages[Number(asked)];
  if (visited && session) return { url: visited.url, at: new Date(Date.parse(session.startedAt) + visited.atMs) };
  return asked === null ? { url: finalUrl ?? requestedUrl, at: new Date(startedAt) } : undefined;
}

/** The second record has the same files, below a folder of its own. */
const recordPlace = (dataPlace: ServeOptions['dataPlace'], replayed: Replayed): string =>
  dataPlace(replayed) + (replayed.record === 'second' ? secondFolder.slice(paths.dataFolder.length) : '');

/** Undefined if the capture's files have been removed. */
async function reportOf({ store, dataPlace }: ServeOptions, replayed: Replayed): Promise<CaptureReport | undefined> {
  try {
    const bytes = await store.bytes(`${recordPlace(dataPlace, replayed)}report.json`);
    return CaptureReport.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_MISSING') return undefined;
    throw error;
  }
}

async function sendWacz(
  { store, dataPlace }: ServeOptions,
  replayed: Replayed,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const key = `${recordPlace(dataPlace, replayed)}page.wacz`;
  const size = await sizeOf(store, key);
  if (size === undefined) return refuse(reply, 404);
  void reply.type('application/wacz').header('cache-control', 'private, no-store');
  // A file in the store never changes.
  return sendRange(request, reply, {
    sizeBytes: size,
    etag: `"${replayed.fence}-${replayed.record}-${size}"`,
    read: (range) => store.read(key, range),
  });
}

export async function sizeOf(store: Store, key: string): Promise<number | undefined> {
  const listed = await store.list(key.slice(0, key.lastIndexOf('/') + 1));
  return listed.find((one) => one.key === key)?.size;
}
