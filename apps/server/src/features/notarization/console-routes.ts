import type { consoleNotarizationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import {
  assignNotary,
  changeOffice,
  createOffice,
  notaryMatter,
  notaryMatterFile,
  notaryMatterMaterial,
  offices,
  ownOffice,
  queuedMatters,
} from './console.ts';
import {
  acceptMatter,
  amendMatter,
  confirmIdentities,
  endSession,
  identifyParty,
  rejectMatter,
  reopenSession,
  repeatStep,
  requestCorrection,
  saveQuestions,
  startSession,
  waiveFee,
} from './decisions.ts';
import { issueDeed } from './issue.ts';

export const consoleNotarizationRoutes: Handlers<typeof consoleNotarizationCalls> = {
  queuedMatters,
  notaryMatter,
  notaryMatterFile,
  notaryMatterMaterial,
  acceptMatter,
  requestCorrection,
  rejectMatter,
  waiveFee,
  identifyParty,
  confirmIdentities,
  repeatStep,
  saveQuestions,
  startSession,
  endSession,
  amendMatter,
  reopenSession,
  issueDeed,
  ownOffice,
  offices,
  createOffice,
  changeOffice,
  assignNotary,
};
