import type { certificationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { receiveUpload } from '../uploads/service.ts';
import { certifyStatus, enterpriseCertification, removeEnterpriseDocument } from './enterprise.ts';
import { beginPersonal, certifyInfo, queryPersonal, returnedPersonal } from './personal.ts';
import { approveCertification, refuseCertification, reviewCase, reviewImage, reviewQueue } from './review.ts';

export const certificationRoutes: Handlers<typeof certificationCalls> = {
  certifyInfo,
  certifyStatus,
  enterpriseCertification,
  beginPersonal,
  returnedPersonal,
  queryPersonal,
  identityFront: (_input, context) => receiveUpload('identity-front', context),
  identityBack: (_input, context) => receiveUpload('identity-back', context),
  enterpriseDocument: ({ purpose }, context) => receiveUpload(purpose, context),
  removeEnterpriseDocument,
  reviewQueue,
  reviewCase,
  reviewImage,
  approveCertification,
  refuseCertification,
};
