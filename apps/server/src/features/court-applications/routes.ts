import type { courtApplicationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import {
  courtApplication,
  courtApplications,
  editCourtApplication,
  fileCourtApplication,
  putForward,
  saveCourtApplication,
  withdrawCourtApplication,
} from './applications.ts';
import { courtList, courtPackage } from './downloads.ts';
import { prepareCourtApplication } from './prepare.ts';
import { askCourt, submitCourtApplication } from './submission.ts';
import { courtEvidence } from './verification.ts';

export const courtApplicationRoutes: Handlers<typeof courtApplicationCalls> = {
  courtApplications,
  putForward,
  saveCourtApplication,
  courtApplication,
  courtEvidence,
  prepareCourtApplication,
  editCourtApplication,
  submitCourtApplication,
  askCourt,
  fileCourtApplication,
  withdrawCourtApplication,
  courtList,
  courtPackage,
};
