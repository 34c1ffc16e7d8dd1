import { message } from '@proofkeep/contract';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import { MessageError, messageOf } from '../capture-error.ts';
import type { Answer, Question } from '../egress/ask.ts';
import type { BodyFile, BodyFolder } from './body.ts';
import { isWhole, lostResources } from './completeness.ts';
import { type Exchange, type Headers, headerOf, newExchange } from './exchange.ts';
import { isShown } from './requests.ts';

export interface Refetching {
  bus: CdpBus;
  /** Session of the page, for the browser's view of certificates. */
  sessionId: SessionId;
  folder: BodyFolder;
  ask: (question: Question) => Promise<Answer>;
  /** Limit for all refetches together. */
  limitMs: number;
}

const atOnce = 6;

/**
 * Requests bodies again that are missing or inexact, over direct connections and with the first request's headers: the
 * browser gives no body of a redirect, and would present itself differently. The response becomes a separate exchange;
 * the record keeps both.
 */
export async function refetchLost(exchanges: Exchange[], o: Refetching): Promise<void> {
  const lost = lostResources(exchanges).flatMap((attempts) => attempts.find(mayBeRefetched) ?? []);
  const signal = AbortSignal.timeout(o.limitMs);
  const work = async () => {
    for (let one = lost.shift(); one && !signal.aborted; one = lost.shift())
      await refetchInto(exchanges, one, o, signal);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function refetchInto(exchanges: Exchange[], lost: Exchange, o: Refetching, signal: AbortSignal): Promise<void> {
  try {
    exchanges.push(await refetch(lost, o, signal));
  } catch (error) {
    const first = lost.error ?? message(lost.outcome === 'redirected' ? 'missing.redirect' : 'missing.no-body');
    lost.error = message('missing.asked-again', { first, again: messageOf(error) });
  }
}

const mayBeRefetched = (exchange: Exchange): boolean =>
  exchange.method === 'GET' &&
  exchange.requestHeaders !== null &&
  !exchange.refused &&
  exchange.response !== null &&
  !exchange.isHeadOnly &&
  exchange.response.status < 400 &&
  isShown(exchange) &&
  !isWhole(exchange);

/** @throws Error if the response differs from the first or is incomplete */
async function refetch(lost: Exchange, o: Refetching, signal: AbortSignal): Promise<Exchange> {
  const url = new URL(lost.url);
  const exchange = newExchange({
    url: lost.url,
    method: 'GET',
    type: lost.type,
    startedAt: new Date(),
    sessionId: lost.sessionId,
    frameId: lost.frameId,
    requestHeaders: headersAgain(url, lost.requestHeaders ?? []),
  });
  const certificate = () => certificateOf(o, url);
  const answer = await o.ask({ url, headers: exchange.requestHeaders ?? [], certificate, signal });
  exchange.serverAddress = answer.serverAddress;
  exchange.response = {
    status: answer.status,
    statusText: answer.statusText,
    protocol: 'http/1.1',
    headers: answer.headers,
    mimeType: lost.response?.mimeType ?? '',
    tls: answer.tls,
    fromServiceWorker: false,
    fromCache: false,
  };
  checkAnswer(exchange, lost);
  exchange.body = await kept(answer.body, o.folder);
  exchange.source = 'refetch';
  exchange.outcome = lost.outcome === 'redirected' ? 'redirected' : 'finished';
  return exchange;
}

/** Headers specific to the first connection, an encoding, a range, or the browser's cache. */
const ofTheFirst =
  /^(:.*|host|connection|proxy-connection|keep-alive|te|upgrade|accept-encoding|range|if-(range|match|none-match|modified-since|unmodified-since))$/i;

const headersAgain = (url: URL, sent: Headers): Headers => [
  ['Host', url.host],
  ...sent.filter(([name]) => !ofTheFirst.test(name)),
  // Bodies are decoded in the record.
  ['Accept-Encoding', 'identity'],
  ['Connection', 'close'],
];

async function certificateOf({ bus, sessionId }: Refetching, { origin }: URL): Promise<Buffer> {
  const { tableNames } = await bus.send('Network.getCertificate', { origin }, sessionId);
  const [own] = tableNames;
  if (!own) throw new MessageError(message('refetch.certificate'));
  return Buffer.from(own, 'base64');
}

async function kept(body: Answer['body'], folder: BodyFolder): Promise<BodyFile> {
  const file = folder.next();
  try {
    for await (const chunk of body) file.append(chunk);
    return file;
  } finally {
    file.close();
  }
}

/** The body of a different response, or an encoded one, proves nothing about the first. */
function checkAnswer(exchange: Exchange, lost: Exchange): void {
  const headers = exchange.response?.headers ?? [];
  const status = exchange.response?.status ?? 0;
  if (lost.outcome === 'redirected' ? status !== lost.response?.status : status !== 200)
    throw new MessageError(message('refetch.status', { status }));
  const location = headerOf(lost.response?.headers ?? [], 'location');
  if (lost.outcome === 'redirected' && headerOf(headers, 'location') !== location)
    throw new MessageError(message('refetch.elsewhere'));
  const coding = headerOf(headers, 'content-encoding');
  if (coding && coding !== 'identity') throw new MessageError(message('refetch.coding', { coding }));
}
