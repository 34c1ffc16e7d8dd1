import type { JobHandlers } from '../../jobs/jobs.ts';
import { type WatchDeps, watchRooms } from './watch.ts';

export const videoRoomJobs = (deps: WatchDeps): Pick<JobHandlers, 'watch-rooms'> => ({
  'watch-rooms': () => watchRooms(deps),
});
