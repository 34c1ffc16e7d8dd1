import type { certificationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { receiving } from '../uploads/service.ts';
import {
  approveCertification,
  refuseCertification,
  reviewCase,
  reviewImage,
  reviewQueue,
  revokeCertification,
} from './console.ts';
import {
  certifyStatus,
  changeEnterprise,
  enterpriseCertification,
  removeEnterpriseDocument,
  withdrawEnterprise,
} from './enterprise.ts';
import {
  beginPersonal,
  certifyInfo,
  changePersonal,
  queryPersonal,
  returnedPersonal,
  withdrawPersonal,
} from './personal.ts';

export const certificationRoutes: Handlers<typeof certificationCalls> = {
  certifyInfo,
  certifyStatus,
  enterpriseCertification,
  beginPersonal,
  changePersonal,
  withdrawPersonal,
  changeEnterprise,
  withdrawEnterprise,
  returnedPersonal,
  queryPersonal,
  identityFront: receiving(() => 'identity-front'),
  identityBack: receiving(() => 'identity-back'),
  enterpriseDocument: receiving(({ purpose }: { purpose: 'licence' | 'authorisation' }) => purpose),
  removeEnterpriseDocument,
  reviewQueue,
  reviewCase,
  reviewImage,
  approveCertification,
  refuseCertification,
  revokeCertification,
};
