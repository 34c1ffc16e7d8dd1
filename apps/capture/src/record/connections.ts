import type { Connection } from '../egress/connection.ts';
import { isOfProxy } from '../egress/gateway.ts';
import type { Exchange } from './exchange.ts';

/** Adds the actual destination and verdict from the proxy's record; the browser sees only the proxy. */
export function addConnection(exchange: Exchange, connections: readonly Connection[]): void {
  if (exchange.response?.fromCache) return;
  const url = new URL(exchange.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const here = connections.filter((connection) => connection.host === host && connection.port === port);
  const dialled = here.find(({ address }) => address !== null);
  exchange.serverAddress = dialled ? `${dialled.address}:${port}` : null;
  const stopped = here.find(({ verdict }) => verdict !== 'allowed');
  const names = exchange.response?.headers.map(([name]) => name) ?? [];
  const fromProxy = isOfProxy(exchange.url, names);
  if (!stopped || !(fromProxy || (exchange.outcome === 'failed' && !dialled))) return;
  // The response is the proxy's, not the site's.
  exchange.response = null;
  exchange.body = null;
  exchange.source = 'none';
  exchange.outcome = 'failed';
  exchange.error = stopped.why;
  exchange.refused = stopped.verdict === 'refused';
}
