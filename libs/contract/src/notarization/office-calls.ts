import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { Count } from '../shared/lists.ts';
import { CertificateRevocationReason, certificateLimits, NotaryCertificate } from './certificates.ts';
import { MatterKind } from './kinds.ts';
import { NotaryOffice } from './matter.ts';
import { OfficeForm, OwnOffice, officeLength } from './office.ts';
import { DocumentTemplate, TemplateDocument, TemplateText } from './templates.ts';

const templateKey = z.strictObject({ kind: MatterKind, document: TemplateDocument });
const changing = [{ per: 'login', times: 600, seconds: 3_600 }] as const;

/** Records of the calls about notary offices and the wording of their documents. */
export const officeCalls = {
  ownOffice: call({
    method: 'GET',
    path: '/creditor/console/office',
    who: 'notary',
    summary: "Returns the notary's own office; null for a notary who has none yet.",
    input: nothing,
    reply: z.strictObject({ office: OwnOffice.nullable() }),
  }),
  templates: call({
    method: 'GET',
    path: '/creditor/console/office/templates',
    who: 'notary',
    summary: "Lists the wording of the documents of the notary's office, for every kind of matter.",
    input: nothing,
    reply: z.strictObject({ list: z.array(DocumentTemplate) }),
  }),
  templateVersions: call({
    method: 'GET',
    path: '/creditor/console/office/templates/{kind}/{document}',
    who: 'notary',
    summary: 'Lists the versions of a template, the newest first.',
    input: templateKey,
    reply: z.strictObject({ list: z.array(DocumentTemplate) }),
  }),
  saveTemplate: call({
    method: 'PUT',
    path: '/creditor/console/office/templates/{kind}/{document}',
    who: 'notary',
    summary: 'Saves a new version of a template. Existing documents keep their version.',
    input: z.strictObject({
      ...templateKey.shape,
      /** The version on which the edit is based. */
      version: Count,
      text: TemplateText,
    }),
    reply: z.strictObject({ version: Count }),
    refusals: ['STATE_FORBIDS'],
    limits: changing,
    audit: 'office.template-saved',
  }),
  previewTemplate: call({
    method: 'POST',
    path: '/creditor/console/office/templates/{kind}/{document}/preview',
    who: 'notary',
    summary: 'Previews a document template with sample data.',
    input: z.strictObject({ ...templateKey.shape, text: TemplateText }),
    reply: z.strictObject({
      /** A PDF in base64, without any seal. */
      pdf: z.string(),
    }),
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: null,
  }),
  offices: call({
    method: 'GET',
    path: '/creditor/console/offices',
    who: 'operator',
    summary: 'Lists the notary offices with their notaries.',
    input: nothing,
    reply: z.strictObject({ list: z.array(NotaryOffice.extend({ numberPrefix: z.string(), isOpen: z.boolean() })) }),
  }),
  createOffice: call({
    method: 'POST',
    path: '/creditor/console/offices',
    who: 'operator',
    summary: 'Adds a notary office.',
    input: OfficeForm,
    reply: z.strictObject({ id: z.string() }),
    limits: changing,
    audit: 'office.created',
  }),
  changeOffice: call({
    method: 'PUT',
    path: '/creditor/console/offices/{id}',
    who: 'operator',
    summary: 'Changes a notary office, or closes it for new matters.',
    input: OfficeForm.extend({ id: z.uuid().toLowerCase(), isOpen: z.boolean().default(true) }),
    reply: nil,
    limits: changing,
    audit: 'office.changed',
  }),
  assignNotary: call({
    method: 'PUT',
    path: '/creditor/console/offices/{id}/notaries/{staffId}',
    who: 'operator',
    summary: 'Assigns a staff member with the notary role to one office, and to no other.',
    input: z.strictObject({
      id: z.uuid().toLowerCase(),
      staffId: z.uuid().toLowerCase(),
      licenceNo: z.string().trim().min(officeLength.licenceNo.min).max(officeLength.licenceNo.max),
    }),
    reply: nil,
    limits: changing,
    audit: 'office.notary-assigned',
  }),
  notaryCertificates: call({
    method: 'GET',
    path: '/creditor/console/offices/{id}/certificates',
    who: 'operator',
    summary: 'Lists the current and former signing certificates of the notaries of an office, newest first.',
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    reply: z.strictObject({ list: z.array(NotaryCertificate) }),
  }),
  revokeCertificate: call({
    method: 'POST',
    path: '/creditor/console/offices/{id}/certificates/{certificateId}/revoke',
    who: 'operator',
    summary:
      'Revokes the certificate of a notary. The revocation list of the installation names it unless an outside authority issued it.',
    input: z.strictObject({
      id: z.uuid().toLowerCase(),
      certificateId: z.uuid().toLowerCase(),
      reason: CertificateRevocationReason,
    }),
    reply: nil,
    refusals: ['PROVE_AGAIN', 'STATE_FORBIDS'],
    limits: changing,
    audit: 'office.certificate-revoked',
  }),
  supplyCertificate: call({
    method: 'POST',
    path: '/creditor/console/offices/{id}/notaries/{staffId}/certificate',
    who: 'operator',
    summary: 'Assigns a notary a certificate of an outside authority, used for signing from then on.',
    input: z.strictObject({
      id: z.uuid().toLowerCase(),
      staffId: z.uuid().toLowerCase(),
      /** PEM, the notary's certificate first. */
      chain: z.string().trim().min(1).max(certificateLimits.chain),
      /** PEM: P-256, or RSA of at least 2048 bits. */
      key: z.string().trim().min(1).max(certificateLimits.key),
      /** Passphrase of an encrypted key; empty if the key is not encrypted. */
      passphrase: z.string().max(certificateLimits.passphrase).default(''),
    }),
    reply: z.strictObject({ sha256: z.string(), validUntil: z.string() }),
    refusals: ['PROVE_AGAIN'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'office.certificate-supplied',
  }),
};
