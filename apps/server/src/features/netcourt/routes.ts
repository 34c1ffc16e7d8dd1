import type { netcourtCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { netcourt, netcourtFile, submitToCourt } from './submission.ts';

export const netcourtRoutes: Handlers<typeof netcourtCalls> = { netcourt, netcourtFile, submitToCourt };
