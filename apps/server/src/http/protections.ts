import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import helmet from 'helmet';
import { envelopeOf, refusalOf } from './answer-error.ts';
import { newestAnswer } from './connections.ts';
import { languageInPacket } from './request.ts';

export interface ProtectionOptions {
  isSecure: boolean;
  /** Origin of replays that pages of the site may frame; absent if replays are off. */
  frameSource?: string | undefined;
}

/** Headers for every reply. The verifying page computes digests in WebAssembly, and antd inserts styles into the page. */
const headersOf = ({ isSecure, frameSource }: ProtectionOptions) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      workerSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      // The copy of a live session's recording, loaded whole.
      mediaSrc: ["'self'", 'blob:'],
      frameSrc: frameSource ? [frameSource] : ["'none'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: isSecure,
});

export type Protect = (response: ServerResponse) => ServerResponse;

/** @returns sets the headers on a response, including those that the framework's hooks don't see */
export function openProtections(o: ProtectionOptions): Protect {
  const set = helmet(headersOf(o));
  return (response) => {
    set(response.req, response, () => {});
    return response;
  };
}

interface UnparsedError extends NodeJS.ErrnoException {
  /** The bytes that arrived last; absent after a timeout. */
  rawPacket?: unknown;
}

/** Answers a request that Node's parser rejected: too large, too slow or not HTTP (RFC 9112). Closes the connection. */
export function answerUnparsed(error: UnparsedError, socket: Socket, protect: Protect): void {
  const status = statusOf[error.code ?? ''] ?? 400;
  const isAnswered = newestAnswer.get(socket)?.headersSent === true;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(Object.assign(error, { statusCode: status }));
  const language = languageInPacket(Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '');
  const body = JSON.stringify(envelopeOf(refusal, { language, traceId: randomUUID() }));
  const response = protect(new ServerResponse(new IncomingMessage(socket)))
    .setHeader('content-type', 'application/json; charset=utf-8')
    .setHeader('cache-control', 'no-store')
    .setHeader('content-length', Buffer.byteLength(body))
    .setHeader('connection', 'close');
  const lines = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
