import { message } from '@proofkeep/contract';
import type { CdpBus } from '../browser/cdp.ts';
import { type Exchange, headersOf, headersOfText, newExchange } from './exchange.ts';

/**
 * Records WebSockets: the handshake as an exchange, then only the amount of traffic.
 * @returns a function that stops the recording
 */
export function recordSockets(bus: CdpBus, exchanges: Exchange[]): () => void {
  const open = new Map<string, Exchange>();
  const off = [
    bus.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, request, wallTime }, sessionId) => {
      const exchange = open.get(requestId);
      if (!exchange) return;
      exchange.sessionId = sessionId;
      exchange.startedAt = new Date(wallTime * 1000);
      exchange.requestHeaders = headersOf(request.headers);
    }),
    bus.on('Network.webSocketCreated', ({ requestId, url }, sessionId) => {
      if (open.has(requestId)) return;
      const exchange = newExchange({
        url: url.replace(/^ws/, 'http'),
        method: 'GET',
        type: 'WebSocket',
        startedAt: new Date(),
        sessionId,
        frameId: undefined,
        requestHeaders: null,
      });
      open.set(requestId, exchange);
      exchanges.push(exchange);
    }),
    bus.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response }) => {
      const exchange = open.get(requestId);
      if (!exchange) return;
      exchange.talk = { framesSent: 0, framesReceived: 0, bytesSent: 0, bytesReceived: 0 };
      exchange.response = {
        status: response.status,
        statusText: response.statusText,
        protocol: 'http/1.1',
        headers: response.headersText ? headersOfText(response.headersText) : headersOf(response.headers),
        mimeType: '',
        tls: null,
        fromServiceWorker: false,
        fromCache: false,
      };
      if (response.requestHeaders) exchange.requestHeaders = headersOf(response.requestHeaders);
    }),
    bus.on('Network.webSocketFrameSent', ({ requestId, response }) => {
      const talk = open.get(requestId)?.talk;
      if (!talk) return;
      talk.framesSent += 1;
      talk.bytesSent += payloadBytes(response);
    }),
    bus.on('Network.webSocketFrameReceived', ({ requestId, response }) => {
      const talk = open.get(requestId)?.talk;
      if (!talk) return;
      talk.framesReceived += 1;
      talk.bytesReceived += payloadBytes(response);
    }),
    bus.on('Network.webSocketFrameError', ({ requestId, errorMessage }) => {
      const exchange = open.get(requestId);
      if (!exchange) return;
      exchange.error = message('network.socket');
      exchange.errorCode = errorMessage;
    }),
    bus.on('Network.webSocketClosed', ({ requestId }) => {
      const exchange = open.get(requestId);
      if (exchange) exchange.outcome = 'finished';
    }),
  ];
  return () => {
    for (const end of off) end();
  };
}

/** Text frames are given as text, all others in base64 (RFC 6455 §5.2: opcode 1 is text). */
const payloadBytes = ({ opcode, payloadData }: { opcode: number; payloadData: string }): number =>
  Buffer.byteLength(payloadData, opcode === 1 ? 'utf8' : 'base64');
