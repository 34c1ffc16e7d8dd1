import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';
import { certificationReasonLength } from '../shared/limits.ts';
import { count, listOf, page } from '../shared/lists.ts';
import { Upload, uploadLimits, uploadPurposes, uploadRefusals } from '../uploads/calls.ts';
import {
  CertificationCase,
  CertificationStatus,
  CertificationSummary,
  EnterpriseCertification,
  EnterpriseForm,
  PersonalCertification,
  PersonalForm,
} from './certification.ts';
import { CertificationKind, CertificationState } from './states.ts';

const FileId = z.uuid();

const Reason = z.string().trim().min(certificationReasonLength.min).max(certificationReasonLength.max);

/** An empty form queries the status; a complete one is submitted. */
const StatusAsked = EnterpriseForm.partial().superRefine((given, context) => {
  if (Object.values(given).every((value) => value === undefined)) return;
  for (const field of Object.keys(EnterpriseForm.shape))
    if (given[field as keyof typeof given] === undefined)
      context.addIssue({ code: 'invalid_type', expected: 'string', path: [field] });
});

/** Parameters with which the provider returns the browser: our own signature, and the provider's if it gives one. */
const Returned = z.strictObject({
  order: z.string().max(64),
  proof: z.string().max(64),
  certify_id: z.string().max(64).optional(),
  passed: z.string().max(16).optional(),
  biz_content: z.string().max(2000).optional(),
  app_id: z.string().max(64).optional(),
  auth_app_id: z.string().max(64).optional(),
  charset: z.string().max(32).optional(),
  method: z.string().max(128).optional(),
  timestamp: z.string().max(32).optional(),
  version: z.string().max(16).optional(),
  sign_type: z.string().max(16).optional(),
  sign: z.string().max(1000).optional(),
});

const Case = z.strictObject({ id: z.uuid() });

/** The submission that was reviewed; a decision about an earlier one is refused. */
const Decided = { ...Case.shape, attempt: count.min(1) };

/** Calls about certification, for users and reviewers. */
export const certificationCalls = {
  certifyInfo: call({
    method: 'GET',
    path: '/creditor/certify/info',
    who: 'user',
    summary: "Returns the signed-in user's personal certification, masked.",
    input: nothing,
    reply: PersonalCertification,
  }),
  certifyStatus: call({
    method: 'POST',
    path: '/creditor/certify/status',
    who: 'user',
    summary: 'Returns the state of both certifications. With the company form filled in, submits it (main login only).',
    input: StatusAsked,
    reply: CertificationStatus,
    refusals: ['NOT_ALLOWED', 'STATE_FORBIDS', 'NUMBER_CERTIFIED', 'UPLOAD_GONE'],
    limits: [{ per: 'login', times: 300, seconds: 3_600 }],
    // Only a submission leaves an audit event.
    audit: null,
    mayAudit: ['certification.submitted'],
  }),
  enterpriseCertification: call({
    method: 'GET',
    path: '/creditor/certification/enterprise',
    who: 'user',
    summary: 'Returns the state of the company certification; to the main login also what was entered.',
    input: nothing,
    reply: EnterpriseCertification,
  }),
  beginPersonal: call({
    method: 'POST',
    path: '/creditor/personal/ali/certify',
    who: 'user',
    of: 'person',
    summary: 'Starts a personal certification with the identity provider, or submits it for review.',
    input: PersonalForm,
    reply: PersonalCertification,
    refusals: ['STATE_FORBIDS', 'PROVIDER_UNREACHABLE', 'UPLOAD_GONE'],
    limits: [{ per: 'login', times: 10, seconds: 86_400 }],
    audit: 'certification.submitted',
  }),
  changePersonal: call({
    method: 'POST',
    path: '/creditor/certification/personal/change',
    who: 'user',
    of: 'person',
    summary:
      'Requests certification of a changed name; the current certification stays valid until the change is approved.',
    input: PersonalForm,
    reply: PersonalCertification,
    refusals: ['STATE_FORBIDS', 'NUMBER_DIFFERS', 'PROVIDER_UNREACHABLE', 'UPLOAD_GONE'],
    limits: [{ per: 'login', times: 10, seconds: 86_400 }],
    audit: 'certification.change-submitted',
  }),
  withdrawPersonal: call({
    method: 'POST',
    path: '/creditor/certification/personal/withdraw',
    who: 'user',
    of: 'person',
    summary: 'Withdraws the personal certification, or the change of it, that is not decided yet.',
    input: nothing,
    reply: PersonalCertification,
    refusals: ['STATE_FORBIDS'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'certification.withdrawn',
  }),
  changeEnterprise: call({
    method: 'POST',
    path: '/creditor/certification/enterprise/change',
    who: 'main',
    summary:
      'Requests certification of a renamed company or a new representative; the current certification stays valid until then.',
    input: EnterpriseForm,
    reply: EnterpriseCertification,
    refusals: ['STATE_FORBIDS', 'NUMBER_DIFFERS', 'UPLOAD_GONE'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'certification.change-submitted',
  }),
  withdrawEnterprise: call({
    method: 'POST',
    path: '/creditor/certification/enterprise/withdraw',
    who: 'main',
    summary: 'Withdraws the company certification, or the change of it, that is not decided yet.',
    input: nothing,
    reply: EnterpriseCertification,
    refusals: ['STATE_FORBIDS'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'certification.withdrawn',
  }),
  returnedPersonal: call({
    method: 'GET',
    path: '/creditor/personal/ali/redirect',
    who: 'public',
    summary: 'Return address for the identity provider; redirects to the settings. It changes nothing.',
    input: Returned,
    reply: nil,
    limits: [{ per: 'address', times: 60, seconds: 3_600 }],
    audit: 'certification.returned',
  }),
  queryPersonal: call({
    method: 'GET',
    path: '/creditor/personal/ali/query',
    who: 'user',
    of: 'person',
    summary: 'Asks the provider for the result.',
    input: nothing,
    reply: PersonalCertification,
    refusals: ['PROVIDER_UNREACHABLE', 'NUMBER_CERTIFIED'],
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    // Only an outcome leaves an audit event.
    audit: null,
    mayAudit: ['certification.decided'],
  }),
  identityFront: call({
    method: 'POST',
    path: '/creditor/cert/img',
    who: 'user',
    of: 'person',
    summary: 'Uploads the portrait side of the ID card.',
    input: nothing,
    consumes: 'multipart/form-data',
    maxBytes: uploadPurposes['identity-front'].maxBytes,
    reply: Upload,
    refusals: uploadRefusals,
    limits: uploadLimits,
    audit: 'upload.received',
  }),
  identityBack: call({
    method: 'POST',
    path: '/creditor/cert/img2',
    who: 'user',
    of: 'person',
    summary: 'Uploads the emblem side of the ID card.',
    input: nothing,
    consumes: 'multipart/form-data',
    maxBytes: uploadPurposes['identity-back'].maxBytes,
    reply: Upload,
    refusals: uploadRefusals,
    limits: uploadLimits,
    audit: 'upload.received',
  }),
  enterpriseDocument: call({
    method: 'POST',
    path: '/creditor/enterprise/img',
    who: 'main',
    summary: 'Uploads the business licence or the letter of authorization.',
    input: z.strictObject({ purpose: z.enum(['licence', 'authorisation']) }),
    consumes: 'multipart/form-data',
    maxBytes: uploadPurposes.licence.maxBytes,
    reply: Upload,
    refusals: uploadRefusals,
    limits: uploadLimits,
    audit: 'upload.received',
  }),
  removeEnterpriseDocument: call({
    method: 'DELETE',
    path: '/creditor/enterprise/img',
    who: 'main',
    summary: "Deletes an uploaded document that hasn't been submitted.",
    input: z.strictObject({ fileId: FileId }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'upload.removed',
  }),

  reviewQueue: call({
    method: 'GET',
    path: '/creditor/console/certifications',
    who: 'operator',
    summary: 'Lists certifications in a state, oldest first.',
    input: z.strictObject({
      ...page,
      state: CertificationState.exclude(['none']).default('pending'),
      kind: CertificationKind.optional(),
    }),
    reply: listOf(CertificationSummary),
  }),
  reviewCase: call({
    method: 'POST',
    path: '/creditor/console/certifications/case',
    who: 'operator',
    summary: 'Returns one certification with all details. The view is audited.',
    input: Case,
    reply: CertificationCase,
    audit: 'certification.looked-at',
  }),
  reviewImage: call({
    method: 'GET',
    path: '/creditor/console/certifications/{id}/image/{fileId}',
    who: 'operator',
    summary: 'Downloads one image or document of a certification. The view is audited.',
    input: z.strictObject({ ...Case.shape, fileId: FileId }),
    produces: 'application/octet-stream',
    reply: bytes,
    audit: 'certification.image-seen',
  }),
  approveCertification: call({
    method: 'POST',
    path: '/creditor/console/certifications/approve',
    who: 'operator',
    summary: 'Approves a certification.',
    input: z.strictObject(Decided),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'NUMBER_CERTIFIED', 'OWN_CASE'],
    audit: 'certification.approved',
  }),
  refuseCertification: call({
    method: 'POST',
    path: '/creditor/console/certifications/refuse',
    who: 'operator',
    summary: 'Rejects a certification with a reason visible to the user.',
    input: z.strictObject({ ...Decided, reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'OWN_CASE'],
    audit: 'certification.refused',
  }),
  revokeCertification: call({
    method: 'POST',
    path: '/creditor/console/certifications/revoke',
    who: 'operator',
    summary:
      'Revokes an approved certification, for example for forged papers, with a reason visible to the user, who may submit again.',
    input: z.strictObject({ ...Decided, reason: Reason }),
    reply: nil,
    refusals: ['PROVE_AGAIN', 'STATE_FORBIDS', 'OWN_CASE'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'certification.revoked',
  }),
};
