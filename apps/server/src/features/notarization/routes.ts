import type { notarizationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { abandonMatter, createMatter, disputeMatter, matterDraft, saveMatterDraft, submitMatter } from './apply.ts';
import { sendSigningCode, signImage, signPdf } from './desk-signing.ts';
import { sendPartyLink } from './party-link.ts';
import { payMatter } from './pay.ts';
import {
  matterFile,
  matterInfo,
  matterMaterial,
  matterPdfs,
  matterSummary,
  matters,
  matterTemplate,
  notarizableAttestations,
  notaryOffices,
  sealImage,
  usedAttestations,
} from './reading.ts';

export const notarizationRoutes: Handlers<typeof notarizationCalls> = {
  matters,
  usedAttestations,
  notarizableAttestations,
  createMatter,
  matterDraft,
  saveMatterDraft,
  submitMatter,
  abandonMatter,
  notaryOffices,
  matterInfo,
  sendSigningCode,
  matterPdfs,
  matterFile,
  matterMaterial,
  sealImage,
  sendPartyLink,
  signImage,
  signPdf,
  disputeMatter,
  payMatter,
  matterTemplate,
  matterSummary,
};
