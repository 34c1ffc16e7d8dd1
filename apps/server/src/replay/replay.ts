import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { boundClients, boundConnections, connectionLimits, connectionOptions } from '../http/connections.ts';
import type { Store } from '../store/store.ts';
import { capabilityFor } from './capability.ts';
import { clearCookies, headerBytes } from './cookies.ts';
import type { Grant, Replayed } from './grants.ts';
import { originsFor } from './origin.ts';
import { common } from './policy.ts';
import replayer from './replayer.json' with { type: 'json' };
import { servePdf } from './serve-pdf.ts';
import { serveReplayer } from './serve-replayer.ts';
import { refuse, serveReplays } from './serve-replays.ts';

const built = fileURLToPath(new URL(`../../dist/replayer/${replayer.version}/`, import.meta.url));

/** Requests here have no body. */
const requestMs = 30_000;

export interface ReplayOptions {
  store: Store;
  /** At least 32 secret bytes, the same for all servers of a service. Open replays end if a restart changes it. */
  key: Uint8Array;
  /** Public URL of the site. Only its pages, and the page of a tab, may frame a replay. */
  publicUrl: string;
  config: Pick<
    Config,
    'HOST' | 'PORT' | 'REPLAY_PORT' | 'REPLAY_URL' | 'LOG_LEVEL' | 'TRUSTED_PROXIES' | 'CONNECTIONS_PER_ADDRESS'
  >;
  /** The capture a grant is for; undefined if the grant has ended. */
  findGrant(id: string): Promise<Replayed | undefined>;
  /** Prefix of the captured files in the store. */
  dataPlace(replayed: Replayed): string;
}

export interface Replay {
  app: FastifyInstance;
  /** Source that the site's policy must allow its pages to frame (`frame-src`). */
  frameSource: string;
  /**
   * Addresses of a capture's replay while the grant lasts. @param page of a live session: index of the visited page to
   * show first
   */
  addressesOf(grant: Grant, page?: number): ReplayAddresses;
  /** Address of an uploaded PDF while the grant lasts. @param path below `data/` */
  pdfAddressOf(grant: Grant, path: string): string;
  close(): Promise<void>;
}

export interface ReplayAddresses {
  /** For a frame of the site. */
  address: string;
  /** For a tab, where the browser keeps storage from frames of other sites; null if replays share one origin. */
  tabAddress: string | null;
}

/**
 * Replays captured pages on a separate port and origin (docs/decisions/0007-replay.md). Null if the replayer was not fetched
 * (`scripts/replayer.mjs`), or if no address is configured and the site is not on this machine.
 */
export async function openReplay(o: ReplayOptions): Promise<Replay | null> {
  const { HOST, PORT, REPLAY_PORT, REPLAY_URL, LOG_LEVEL } = o.config;
  const { TRUSTED_PROXIES: trustedProxies, CONNECTIONS_PER_ADDRESS: perAddress } = o.config;
  if (!existsSync(built)) return null;
  const siteOrigin = new URL(o.publicUrl).origin;
  const app = Fastify({
    // A replay's address grants access to the capture, so it must not be in the log.
    logger: {
      level: LOG_LEVEL,
      serializers: { req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url }) },
    },
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    ...connectionOptions({
      silentMs: connectionLimits.silentMs,
      headMs: connectionLimits.headMs,
      requestMs,
      maxHeaderSize: headerBytes,
      trustedProxies,
    }),
  });
  boundConnections(app.server, { perAddress, trustedProxies });
  app.addHook('onSend', async ({ headers }, reply) => {
    if (headers.cookie !== undefined) reply.headers(clearCookies);
    for (const [name, value] of Object.entries(common)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
  boundClients(app, { perAddress, trustedProxies, refuse: (reply) => refuse(reply, 429) });
  await serveReplayer(app, built);
  const origins = originsFor(siteOrigin, REPLAY_URL, () => (app.server.address() as AddressInfo).port);
  if (!origins) return null;
  serveReplays(app, { ...o, siteOrigin, origins });
  servePdf(app, { ...o, siteOrigin, origins });
  await app.listen({ host: HOST, port: REPLAY_PORT ?? (PORT === 0 ? 0 : PORT + 1) });
  return {
    app,
    frameSource: origins.frameSource(),
    addressesOf(grant, page) {
      const query = page === undefined ? '' : `?page=${page}`;
      const capability = capabilityFor(o.key, grant.id);
      const tab = origins.inTab(grant);
      return {
        address: `${origins.framed(grant)}/replay/${capability}/${query}`,
        tabAddress: tab && `${tab.page}/tab/${capability}/${query}`,
      };
    },
    pdfAddressOf: (grant, path) => `${origins.framed(grant)}/pdf/${capabilityFor(o.key, grant.id)}/${path}`,
    close: () => app.close(),
  };
}
