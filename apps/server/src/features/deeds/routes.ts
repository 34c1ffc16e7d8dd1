import type { consoleDeedCalls, deedCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { matterBundle, matterBundleFacts, officeBundle, officeBundleFacts, publicDeed } from './deeds.ts';

export const deedRoutes: Handlers<typeof deedCalls> = { publicDeed, matterBundleFacts, matterBundle };

export const consoleDeedRoutes: Handlers<typeof consoleDeedCalls> = { officeBundleFacts, officeBundle };
