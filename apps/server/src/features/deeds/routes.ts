import type { deedCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { matterBundle, matterBundleFacts, publicDeed } from './deeds.ts';

export const deedRoutes: Handlers<typeof deedCalls> = { publicDeed, matterBundleFacts, matterBundle };
