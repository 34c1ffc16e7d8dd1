import type http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { messageOf } from '../capture-error.ts';
import type { Connection } from './connection.ts';

/** The interface shared by the proxy's routes: plain HTTP, tunnel, direct request. */
export interface Gateway {
  /** Resolves, checks and records a destination. */
  judge(host: string, port: number): Promise<Connection>;
  /** Ensures that a socket closes with the capture at the latest. */
  track<T extends Duplex>(socket: T): T;
  /** Counts bytes that passed. */
  countUp(connection: Connection, bytes: number): void;
  countDown(connection: Connection, bytes: number): void;
  readonly agent: http.Agent;
}

/** Chromium's limit for a server's response headers. */
export const maxHeaderSize = 256 * 1024;

/** Returns the response that the browser gets instead of the site's. */
export function refusal(connection: Connection): { status: number; headers: Record<string, string>; body: string } {
  const status = connection.verdict === 'refused' ? 403 : 502;
  const body = `${connection.host}:${connection.port} ${connection.verdict}: ${connection.why?.text ?? ''}\n`;
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    [verdictHeader]: connection.verdict,
  };
  return { status, headers, body };
}

export const verdictHeader = 'x-proofkeep-egress';

/**
 * Whether a response comes from the proxy and not from the site. Plain HTTP only: there the proxy strips the header
 * from the sites' responses; in a tunnel sites may send any header.
 */
export const isOfProxy = (url: string, headerNames: readonly string[]): boolean =>
  url.startsWith('http:') && headerNames.some((name) => name.toLowerCase() === verdictHeader);

/** Records the address that a connection reached. */
export function reached(connection: Connection, socket: Socket): void {
  connection.address = socket.remoteAddress ?? null;
}

/** Records that an allowed connection failed or broke off. */
export function failed(connection: Connection, error: Error): void {
  connection.verdict = 'failed';
  connection.why ??= messageOf(error);
  connection.elapsedMs = Math.max(connection.elapsedMs, Date.now() - Date.parse(connection.at));
}
