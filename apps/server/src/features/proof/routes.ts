import type { proofCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { checkCodes, issueCode, revokeCode, showOnProof } from './codes.ts';
import { collect, openProof, openProofReplay, proof, reportVerification } from './page.ts';
import { sampleBundle, sampleProof } from './sample.ts';

export const proofRoutes: Handlers<typeof proofCalls> = {
  issueCode,
  checkCodes,
  revokeCode,
  showOnProof,
  proof,
  openProof,
  collect,
  openProofReplay,
  reportVerification,
  sampleProof,
  sampleBundle,
};
