import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import { capabilityFor } from './capability.ts';
import type { Grant, Replayed } from './grants.ts';
import { originFor } from './origin.ts';
import { common } from './policy.ts';
import replayer from './replayer.json' with { type: 'json' };
import { serveReplayer } from './serve-replayer.ts';
import { serveReplays } from './serve-replays.ts';

const built = fileURLToPath(new URL(`../../dist/replayer/${replayer.version}/`, import.meta.url));

export interface ReplayOptions {
  store: Store;
  /** At least 32 secret bytes that outlast a restart, or open replays end with it. Of all servers of a service the same. */
  key: Uint8Array;
  /** Where the site is reached: its pages alone may frame a replay. */
  publicUrl: string;
  config: Pick<Config, 'HOST' | 'PORT' | 'REPLAY_PORT' | 'REPLAY_URL' | 'LOG_LEVEL'>;
  /** What a grant is for; undefined where it has ended. */
  findGrant(id: string): Promise<Replayed | undefined>;
  /** Prefix of the captured files in the store. */
  dataPlace(replayed: Replayed): string;
}

export interface Replay {
  app: FastifyInstance;
  /** What the site has to let its pages frame (`frame-src`). */
  frameSource: string;
  /** Where a capture is replayed for as long as the grant lasts. */
  addressOf(grant: Grant): string;
  close(): Promise<void>;
}

/**
 * Replays captured pages, on a port and an origin of its own (docs/decisions/0007-replay.md). Null where the replayer was not
 * fetched (`scripts/replayer.mjs`), or where nobody said under which address people reach it.
 */
export async function openReplay(o: ReplayOptions): Promise<Replay | null> {
  const { HOST, PORT, REPLAY_PORT, REPLAY_URL, LOG_LEVEL } = o.config;
  if (!existsSync(built)) return null;
  const siteOrigin = new URL(o.publicUrl).origin;
  const app = Fastify({
    // Whoever reads the log must not be able to replay what it tells of.
    logger: {
      level: LOG_LEVEL,
      serializers: { req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url }) },
    },
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
  });
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(common)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
  await serveReplayer(app, built);
  const origin = originFor(siteOrigin, REPLAY_URL, () => (app.server.address() as AddressInfo).port);
  if (!origin) return null;
  serveReplays(app, { ...o, siteOrigin, originOf: origin.of });
  await app.listen({ host: HOST, port: REPLAY_PORT ?? (PORT === 0 ? 0 : PORT + 1) });
  return {
    app,
    frameSource: origin.frameSource(),
    addressOf: (grant) => `${origin.of(grant)}/replay/${capabilityFor(o.key, grant.id)}/`,
    close: () => app.close(),
  };
}
