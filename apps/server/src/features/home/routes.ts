import type { homeCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { accountHome, notices } from './service.ts';

export const homeRoutes: Handlers<typeof homeCalls> = { accountHome, notices };
