import type { homeCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import type { PublicFacts } from '../dictionary/service.ts';
import { accountHome, notices, opening } from './service.ts';

export const homeRoutes = (facts: PublicFacts): Handlers<typeof homeCalls> => ({
  opening: (input, context) => opening(input, context, facts),
  accountHome,
  notices,
});
