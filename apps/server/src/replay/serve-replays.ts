import { CaptureReport } from '@proofkeep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Store, StoreError } from '../store/store.ts';
import { grantIdOf } from './capability.ts';
import type { Replayed } from './grants.ts';
import { guardScript } from './guard.ts';
import { refusedPage, replayPage, stayScript, waitingPage, waitScript } from './pages.ts';
import { common, pagePolicy, replayedPolicy, workerPolicy } from './policy.ts';
import { wantedOf } from './range.ts';
import { replayerPath } from './serve-replayer.ts';
import { showScript } from './show.ts';

export interface ServeOptions {
  store: Store;
  key: Uint8Array;
  /** What a grant is for; undefined where it has ended. */
  findGrant(id: string): Promise<Replayed | undefined>;
  siteOrigin: string;
  originOf(replayed: Replayed): string;
  /** Prefix of the captured files in the store. */
  dataPlace(replayed: Replayed): string;
}

interface Asked {
  replayed: Replayed;
  /** Address of the replay, with a slash at its end. */
  base: string;
  /** Address of the replayer's scripts, with a slash at its end. */
  scripts: string;
}

type Answer = (asked: Asked, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** What lies under the address of a replay; without its capability there is nothing. */
export function serveReplays(app: FastifyInstance, o: ServeOptions): void {
  const serve = (path: string, answer: Answer) =>
    app.route<{ Params: { capability: string } }>({
      method: ['GET', 'HEAD'],
      url: `/replay/:capability/${path}`,
      handler: async (request, reply) => {
        const { capability } = request.params;
        const grantId = grantIdOf(o.key, capability);
        const replayed = grantId && (await o.findGrant(grantId));
        if (!replayed) return refuse(reply, 403);
        const base = `${o.originOf(replayed)}/replay/${capability}/`;
        return answer({ replayed, base, scripts: new URL(replayerPath, base).href }, request, reply);
      },
    });

  // Fastify's own answer writes the whole address into the log.
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404));
  serve('', async ({ base, scripts, replayed }, request, reply) => {
    // In a window of its own a captured page could leave it: it is shown in frames only.
    if (request.headers['sec-fetch-dest'] === 'document') return refuse(reply, 403);
    const report = await reportOf(o, replayed);
    if (!report) return refuse(reply, 404);
    const { finalUrl, requestedUrl } = report.page;
    const page = { url: finalUrl ?? requestedUrl, at: new Date(report.startedAt) };
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(base, scripts, o.siteOrigin))
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(replayPage({ base, scripts: replayerPath, ...page }));
  });
  const script = (path: string, text: string) =>
    serve(path, (_asked, _request, reply) => reply.type('text/javascript; charset=utf-8').send(text));
  script('show.js', showScript(o.siteOrigin));
  // The service worker answers this one, unless the browser cannot start it.
  serve('replay/', ({ base, scripts }, _request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(base, scripts, `'self' ${o.siteOrigin}`))
      .send(waitingPage),
  );
  serve('replay/sw.js', ({ base, scripts }, _request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy(base, scripts))
      .send(guardScript(replayedHeaders(base, scripts, o.siteOrigin), `${replayerPath}sw.js`)),
  );
  script('replay/wait.js', waitScript);
  script('replay/stay.js', stayScript);
  serve('replay/ui.js', (_asked, _request, reply) => reply.redirect(`${replayerPath}ui.js`, 308));
  serve('page.wacz', ({ replayed }, request, reply) => sendWacz(o, replayed, request, reply));
}

/** The replayer tells by the referrer which page a request without its prefix belongs to; it goes to no other origin. */
const replayedHeaders = (base: string, scripts: string, siteOrigin: string): Record<string, string> => ({
  ...common,
  'referrer-policy': 'same-origin',
  'content-security-policy': replayedPolicy(base, scripts, siteOrigin),
});

const refuse = (reply: FastifyReply, status: 403 | 404): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(refusedPage);

/** Undefined where the files of the capture are no longer there. */
async function reportOf({ store, dataPlace }: ServeOptions, replayed: Replayed): Promise<CaptureReport | undefined> {
  try {
    const bytes = await store.bytes(`${dataPlace(replayed)}report.json`);
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
  const key = `${dataPlace(replayed)}page.wacz`;
  const size = await sizeOf(store, key);
  if (size === undefined) return refuse(reply, 404);
  // What has a key in the store never changes.
  const etag = `"${replayed.fence}-${size}"`;
  void reply
    .type('application/wacz')
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', 'private, no-store');
  // Of another method than GET a range is not asked for (RFC 9110 §14.2).
  const { range: header, 'if-range': ifRange } = request.headers;
  const wanted = wantedOf(request.method === 'GET' ? header : undefined, ifRange as string | undefined, etag, size);
  if (wanted.status === 416) return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = wanted.status === 206 ? wanted.range : { start: 0, end: size - 1 };
  if (wanted.status === 206) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  return request.method === 'HEAD' ? reply.send() : reply.send(await store.read(key, { start, end }));
}

async function sizeOf(store: Store, key: string): Promise<number | undefined> {
  const listed = await store.list(key.slice(0, key.lastIndexOf('/') + 1));
  return listed.find((one) => one.key === key)?.size;
}
