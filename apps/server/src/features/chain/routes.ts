import type { chainCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';

const newestCheckpoints = 20;
const growthDays = 30;

export const chainRoutes: Handlers<typeof chainCalls> = {
  async chainInfo(_input, { db, services: { log, vkey, publicUrl } }) {
    const [status, checkpoints, growth] = await Promise.all([
      log.status(),
      log.checkpoints(newestCheckpoints),
      db.query<{ day: string; entries: number }>(
        `select to_char(day, 'YYYY-MM-DD') as day, coalesce(max(size), 0)::float8 as entries
         from generate_series(date_trunc('day', now() at time zone 'UTC') - make_interval(days => $1 - 1),
           date_trunc('day', now() at time zone 'UTC'), '1 day') as day
         left join log_checkpoint on created_at at time zone 'UTC' < day + interval '1 day'
         group by day order by day`,
        [growthDays + 1],
      ),
    ]);
    return {
      origin: status.origin,
      vkey,
      size: status.size,
      root: status.latest ? Buffer.from(status.latest.root, 'base64').toString('hex') : null,
      checkpoints: checkpoints.map(({ size, root, note, createdAt }) => {
        return { size, root: Buffer.from(root, 'base64').toString('hex'), at: createdAt.toISOString(), note };
      }),
      growth: growth.rows.slice(1).map(({ day, entries }, i) => {
        return { day, entries: entries - (growth.rows[i]?.entries ?? 0) };
      }),
      tiles: `${publicUrl}/tlog/`,
    };
  },
};
