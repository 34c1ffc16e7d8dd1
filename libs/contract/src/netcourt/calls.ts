import { z } from 'zod';
import { Ano } from '../attestations/fields.ts';
import { bytes, call } from '../call.ts';
import { NetcourtForm } from './form.ts';
import { NetcourtState } from './states.ts';

const time = z.iso.datetime();
const one = z.strictObject({ id: Ano });

/** A submission to the connected court. */
export const NetcourtSubmission = z.strictObject({
  state: NetcourtState,
  /** Name of the court's system. */
  court: z.string(),
  /** The court's number of the submission; null until it answers. */
  reference: z.string().nullable(),
  /** The court's reason, in its words; null unless refused. */
  reason: z.string().nullable(),
  submittedAt: time,
  /** Null while waiting, and if the court never confirmed. */
  answeredAt: time.nullable(),
});
export type NetcourtSubmission = z.infer<typeof NetcourtSubmission>;

const Netcourt = z.strictObject({
  form: NetcourtForm,
  /** Null if it was never submitted. */
  submission: NetcourtSubmission.nullable(),
  /** The connected court; null if there is none, and users export and submit evidence themselves. */
  court: z.strictObject({ name: z.string(), isDevelopment: z.boolean() }).nullable(),
});

/** Records of the calls about internet courts. */
export const netcourtCalls = {
  netcourt: call({
    method: 'GET',
    path: '/creditor/attestation/netcourt/{id}',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns the evidence in the form that an internet court accepts, and its submission state.',
    input: one,
    reply: Netcourt,
    refusals: ['STATE_FORBIDS'],
  }),
  netcourtFile: call({
    method: 'GET',
    path: '/creditor/attestations/netcourt/{id}/file',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the material for an internet court as one ZIP: `netcourt.json` and the evidence bundle.',
    input: one,
    produces: 'application/zip',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
  }),
  submitToCourt: call({
    method: 'POST',
    path: '/creditor/attestations/netcourt/{id}',
    who: 'user',
    needs: 'preserve',
    summary:
      'Submits the evidence to the connected internet court; a call after a refusal, or after another court was connected, submits it again.',
    input: one,
    reply: NetcourtSubmission,
    refusals: ['STATE_FORBIDS', 'NO_COURT'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'netcourt.submitted',
  }),
};
