import type { consoleNotarizationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { assignMatter, resumeMatter, suspendMatter } from './assignment.ts';
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
  declineMatter,
  endSession,
  identifyParty,
  rejectMatter,
  reopenSession,
  repeatSteps,
  requestCorrection,
  saveQuestions,
  startSession,
  terminateMatter,
  waiveFee,
} from './decisions.ts';
import { verifyMatterEvidence } from './evidence.ts';
import { issueDeed } from './issue.ts';
import { notaryCertificates, revokeCertificate } from './offices/revocation.ts';
import { supplyCertificate } from './offices/supply.ts';
import { previewTemplate, saveTemplate, templates, templateVersions } from './offices/templates.ts';
import { shipDeed } from './shipment.ts';

export const consoleNotarizationRoutes: Handlers<typeof consoleNotarizationCalls> = {
  queuedMatters,
  notaryMatter,
  notaryMatterFile,
  notaryMatterMaterial,
  verifyMatterEvidence,
  acceptMatter,
  requestCorrection,
  declineMatter,
  rejectMatter,
  terminateMatter,
  suspendMatter,
  resumeMatter,
  assignMatter,
  waiveFee,
  identifyParty,
  confirmIdentities,
  repeatSteps,
  saveQuestions,
  startSession,
  endSession,
  amendMatter,
  reopenSession,
  issueDeed,
  shipDeed,
  ownOffice,
  templates,
  templateVersions,
  saveTemplate,
  previewTemplate,
  offices,
  createOffice,
  changeOffice,
  assignNotary,
  notaryCertificates,
  revokeCertificate,
  supplyCertificate,
};
