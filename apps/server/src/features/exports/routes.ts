import type { exportCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { askExport, dataExport, discardExport, exportFile } from './service.ts';

export const exportRoutes: Handlers<typeof exportCalls> = { dataExport, askExport, discardExport, exportFile };
