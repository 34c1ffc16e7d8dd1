import { matterCountLimit } from '@proofkeep/contract';

/** The number of matters in a view or queue, which is counted up to a limit. */
export const matterCount = (count: number): string => `${count}${count >= matterCountLimit ? '+' : ''}`;
