import { certificationCalls as calls } from '@proofkeep/contract';
import type { TestService } from '../../../testing/service.ts';
import { paper, photograph, sendFile } from '../../uploads/testing/files.ts';

/** Examples from GB 11643-1999 and GB 32100-2015, and a number commonly used for testing. */
export const idNumber = '11010519491231002X';
export const otherIdNumber = '34052419800101001X';
export const creditCode = '91350100M000100Y43';

/** Steps of the user who is certified, and of the operator who reviews. */
export function certifying(service: TestService) {
  const { ask } = service;
  const steps = {
    async card(as: string) {
      const bytes = await photograph();
      const front = await sendFile(service, calls.identityFront, {}, { as, bytes });
      const back = await sendFile(service, calls.identityBack, {}, { as, bytes });
      return { front: front.data.fileId, back: back.data.fileId };
    },
    async person(as: string, o: { name?: string; idNumber?: string } = {}) {
      const form = { name: '王小芳', idNumber, ...o, ...(await steps.card(as)) };
      return ask(calls.beginPersonal, form, { as });
    },
    async documents(as: string) {
      const licence = await sendFile(service, calls.enterpriseDocument, { purpose: 'licence' }, { as, bytes: paper });
      const authorisation = await sendFile(
        service,
        calls.enterpriseDocument,
        { purpose: 'authorisation' },
        { as, bytes: await photograph() },
      );
      return { licence: licence.data.fileId, authorisation: authorisation.data.fileId };
    },
    async enterprise(as: string, o: { creditCode?: string } = {}) {
      return ask(calls.certifyStatus, { ...enterpriseForm, ...o, ...(await steps.documents(as)) }, { as });
    },
    /** The open case of the user who submitted last. */
    async waiting(as: string, kind: 'personal' | 'enterprise' = 'personal') {
      const { data } = await ask(calls.reviewQueue, { kind, size: 100 }, { as });
      const last = data.list.at(-1);
      if (!last) throw new Error('Nothing waits.');
      return { id: last.id, attempt: last.attempt };
    },
  };
  return steps;
}

export const enterpriseForm = {
  name: '福州存真网络科技有限公司',
  creditCode,
  legalRepresentative: '林建国',
  contactName: '王小芳',
  contactPhone: '13900001234',
};
