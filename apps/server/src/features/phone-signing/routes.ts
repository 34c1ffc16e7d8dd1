import type { consolePhoneSigningCalls, phoneSigningCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { cardPicture, ownCardPicture, submitCard } from './card.ts';
import { consent, decline } from './consent.ts';
import { partyEvidence, partyEvidenceFile, recordPlayback } from './console.ts';
import { answerQuestion, finishQuestions, partyQuestions } from './questions.ts';
import { partyMatter } from './reading.ts';
import { partySignIn, partySignOut, sendPartyCode } from './sign-in.ts';
import {
  documentText,
  partyFile,
  recordReading,
  sendPartySigningCode,
  signPartyDocuments,
  storePartyHandwriting,
} from './signing.ts';
import { beginVideo, finishVideo, showDigit } from './videos.ts';

export const phoneSigningRoutes: Handlers<typeof phoneSigningCalls> = {
  sendPartyCode,
  partySignIn,
  partySignOut,
  partyMatter,
  consent,
  decline,
  cardPicture,
  ownCardPicture,
  submitCard,
  beginVideo,
  showDigit,
  finishVideo,
  partyQuestions,
  answerQuestion,
  finishQuestions,
  documentText,
  partyFile,
  recordReading,
  storePartyHandwriting,
  sendPartySigningCode,
  signPartyDocuments,
};

export const consolePhoneSigningRoutes: Handlers<typeof consolePhoneSigningCalls> = {
  partyEvidence,
  partyEvidenceFile,
  recordPlayback,
};
