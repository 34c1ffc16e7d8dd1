import { say } from '@proofkeep/contract';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { BodyFolder } from './body.ts';
import { completeness, isWhole } from './completeness.ts';
import { type Exchange, headersOf, newExchange } from './exchange.ts';
import { isShown } from './requests.ts';

/** Longest time for beginning to ask once more. */
const limitMs = 15_000;
const pieceBytes = 2 ** 20;

/** The page that asks. */
interface Asking {
  sessionId: SessionId;
  targetId: string;
}

/** Bodies of the page that could not be had as they came are asked for once more; the record keeps both. */
export async function refetchLost(bus: CdpBus, page: Asking, exchanges: Exchange[], folder: BodyFolder): Promise<void> {
  const lost = completeness(exchanges).missing.map(({ url }) => url);
  const deadline = Date.now() + limitMs;
  for (const url of lost) {
    const exchange = exchanges.find((one) => one.url === url && mayBeRefetched(one));
    if (!exchange || Date.now() > deadline) continue;
    const again = await refetch(bus, page, exchange, folder).catch((error: Error) => {
      const first = exchange.error ?? say('missing.no-body');
      exchange.error = say('missing.asked-again', { first, again: error.message });
    });
    if (again) exchanges.push(again);
  }
}

const mayBeRefetched = (exchange: Exchange): boolean =>
  exchange.method === 'GET' &&
  // It would be followed.
  exchange.outcome !== 'redirected' &&
  !exchange.refused &&
  exchange.response !== null &&
  exchange.response.status < 400 &&
  isShown(exchange) &&
  !isWhole(exchange);

/**
 * Asks once more, through the same browser, for a body that could not be had as it came. What is answered is an exchange of
 * its own, never a part of the first. @throws Error when it cannot be had this time either
 */
async function refetch(bus: CdpBus, page: Asking, lost: Exchange, folder: BodyFolder): Promise<Exchange> {
  const exchange = newExchange({
    url: lost.url,
    method: 'GET',
    type: lost.type,
    startedAt: new Date(),
    sessionId: page.sessionId,
    frameId: page.targetId,
    requestHeaders: null,
  });
  const { resource } = await bus.send(
    'Network.loadNetworkResource',
    { frameId: page.targetId, url: lost.url, options: { disableCache: false, includeCredentials: true } },
    page.sessionId,
  );
  if (!resource.success || !resource.stream || !resource.httpStatusCode || resource.httpStatusCode >= 400)
    throw new Error(resource.netErrorName ?? `status ${resource.httpStatusCode ?? 'unknown'}`);
  const headers = headersOf(resource.headers ?? {});
  exchange.response = {
    status: resource.httpStatusCode,
    statusText: '',
    protocol: lost.response?.protocol ?? '',
    headers,
    mimeType: lost.response?.mimeType ?? '',
    tls: lost.response?.tls ?? null,
    fromServiceWorker: false,
    fromCache: false,
  };
  exchange.body = folder.next();
  for (let eof = false; !eof; ) {
    const piece = await bus.send('IO.read', { handle: resource.stream, size: pieceBytes }, page.sessionId);
    exchange.body.append(Buffer.from(piece.data, piece.base64Encoded ? 'base64' : 'utf8'));
    eof = piece.eof;
  }
  await bus.send('IO.close', { handle: resource.stream }, page.sessionId);
  exchange.body.close();
  exchange.source = 'refetch';
  exchange.outcome = 'finished';
  return exchange;
}
