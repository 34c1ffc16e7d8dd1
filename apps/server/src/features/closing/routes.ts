import type { closingCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { askClosing, closing, undoClosing } from './service.ts';

export const closingRoutes: Handlers<typeof closingCalls> = { closing, askClosing, undoClosing };
