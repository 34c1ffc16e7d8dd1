import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { Count } from '../shared/lists.ts';
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
    summary: 'Saves a new version of a template. Documents drawn before keep theirs.',
    input: z.strictObject({
      ...templateKey.shape,
      /** The version that was edited. */
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
    summary: 'Draws a document from a wording with sample data.',
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
    summary: 'Binds a staff member with the role notary to an office, and to no other.',
    input: z.strictObject({
      id: z.uuid().toLowerCase(),
      staffId: z.uuid().toLowerCase(),
      licenceNo: z.string().trim().min(officeLength.licenceNo.min).max(officeLength.licenceNo.max),
    }),
    reply: nil,
    limits: changing,
    audit: 'office.notary-assigned',
  }),
};
