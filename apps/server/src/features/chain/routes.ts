import type { chainCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { dailySizes } from '../../log/store.ts';

const newestCheckpoints = 20;
const growthDays = 30;

export const chainRoutes: Handlers<typeof chainCalls> = {
  async chainInfo(_input, { db, services: { log, vkey, publicUrl } }) {
    const [status, checkpoints, growth] = await Promise.all([
      log.status(),
      log.checkpoints(newestCheckpoints),
      dailySizes(db, growthDays + 1),
    ]);
    return {
      origin: status.origin,
      vkey,
      size: status.size,
      root: status.latest ? Buffer.from(status.latest.root, 'base64').toString('hex') : null,
      checkpoints: checkpoints.map(({ size, root, note, createdAt }) => {
        return { size, root: Buffer.from(root, 'base64').toString('hex'), at: createdAt.toISOString(), note };
      }),
      growth: growth.slice(1).map(({ day, size }, i) => {
        return { day, entries: size - (growth[i]?.size ?? 0) };
      }),
      tiles: `${publicUrl}/tlog/`,
    };
  },
};
