import type http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { saidOf } from '../capture-error.ts';
import type { Connection } from './connection.ts';

/** What the ways through the proxy have in common. */
export interface Gateway {
  /** Resolves, checks and notes a destination. */
  judge(host: string, port: number): Promise<Connection>;
  /** Has a socket ended with the capture, at the latest. */
  track<T extends Duplex>(socket: T): T;
  /** Notes what passed. */
  countUp(connection: Connection, bytes: number): void;
  countDown(connection: Connection, bytes: number): void;
  readonly agent: http.Agent;
}

/** Chromium takes heads of this size from a server. */
export const maxHeaderSize = 256 * 1024;

/** What the browser gets in place of a site's answer. */
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
 * Whether an answer is the proxy's own and not the site's. Of plain HTTP alone: there the header is taken out of what sites
 * send; in a tunnel they may send what they like.
 */
export const isOfProxy = (url: string, headerNames: readonly string[]): boolean =>
  url.startsWith('http:') && headerNames.some((name) => name.toLowerCase() === verdictHeader);

/** The connection came about: whom it leads to. */
export function reached(connection: Connection, socket: Socket): void {
  connection.address = socket.remoteAddress ?? null;
}

/** It was let out, and came to nothing or broke off. */
export function failed(connection: Connection, error: Error): void {
  connection.verdict = 'failed';
  connection.why ??= saidOf(error);
  connection.elapsedMs = Math.max(connection.elapsedMs, Date.now() - Date.parse(connection.at));
}
