import { z } from 'zod';
import { bytes, call, nil } from '../call.ts';
import { Count, listOf, page } from '../shared/lists.ts';
import { CourtApplication, CourtApplicationRow, CourtDraft, CourtEvidence, courtLimits } from './application.ts';
import { CourtApplicationState } from './states.ts';

/** Path to which a court sends its own reports; no envelope (docs/formats/court-push.md). */
export const courtReportPath = '/creditor/court/report';

const one = z.strictObject({ id: z.uuid() });
const Named = z.strictObject({ id: z.string(), no: z.string() });
const Ano = z.string().trim().min(1).max(40);
const changing = [{ per: 'login', times: 600, seconds: 3_600 }] as const;
/** Verification reads whole bundles. */
const verifying = [{ per: 'login', times: 200, seconds: 3_600 }] as const;

/** Records of the calls about applications that put attestations forward for a court. */
export const courtApplicationCalls = {
  courtApplications: call({
    method: 'GET',
    path: '/creditor/evidence/applications',
    who: 'user',
    needs: 'evidence',
    summary: "Lists the account's applications to courts, most recently changed first.",
    input: z.strictObject({
      ...page,
      state: CourtApplicationState.optional(),
      /** Part of a number, court, case number or cause. */
      search: z.string().trim().max(60).default(''),
    }),
    reply: listOf(CourtApplicationRow),
  }),
  putForward: call({
    method: 'POST',
    path: '/creditor/evidence/baoquan',
    who: 'user',
    needs: 'evidence',
    summary: 'Adds certified attestations of the account to the list of evidence of a draft or of a new application.',
    input: z.strictObject({
      /** The draft; absent for a new one. */
      id: z.uuid().optional(),
      anos: z.array(Ano).min(1).max(courtLimits.items),
    }),
    reply: Named,
    refusals: ['STATE_FORBIDS'],
    limits: changing,
    audit: 'court-application.put-forward',
  }),
  saveCourtApplication: call({
    method: 'POST',
    path: '/creditor/evidence/judicial',
    who: 'user',
    needs: 'evidence',
    summary: 'Creates or saves an application to a court: court, case, parties, and the list of evidence in its order.',
    input: CourtDraft.extend({
      /** Absent for a new one. */
      id: z.uuid().optional(),
      /** Version on which the changes are based; a save over another change is refused. */
      version: Count.min(1).optional(),
    }),
    reply: Named.extend({ version: Count }),
    refusals: ['STATE_FORBIDS', 'COURT_LIST_CHANGED'],
    limits: [{ per: 'login', times: 3_000, seconds: 3_600 }],
    audit: 'court-application.saved',
  }),
  courtApplication: call({
    method: 'GET',
    path: '/creditor/evidence/info/{id}',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns one application to a court.',
    input: one,
    reply: CourtApplication,
  }),
  courtEvidence: call({
    method: 'POST',
    path: '/creditor/evidence/attestation/info',
    who: 'user',
    needs: 'evidence',
    summary: 'Verifies some attestations of an application now, and returns all with their last verification.',
    input: z.strictObject({
      ...one.shape,
      /** Attestations of the application to verify now. */
      verify: z.array(Ano).max(courtLimits.verified).default([]),
    }),
    reply: z.strictObject({ list: z.array(CourtEvidence) }),
    limits: verifying,
    audit: 'court-application.verified',
  }),
  prepareCourtApplication: call({
    method: 'POST',
    path: '/creditor/evidence/{id}/prepare',
    who: 'user',
    needs: 'evidence',
    summary: 'Verifies every attestation of the list again and signs the list as a PDF.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS', 'COURT_EVIDENCE_FAILED', 'COURT_LIST_CHANGED'],
    limits: verifying,
    audit: 'court-application.prepared',
  }),
  editCourtApplication: call({
    method: 'POST',
    path: '/creditor/evidence/{id}/edit',
    who: 'user',
    needs: 'evidence',
    summary: 'Makes an application a draft again; its signed list is no longer valid.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: changing,
    audit: 'court-application.reopened',
  }),
  submitCourtApplication: call({
    method: 'POST',
    path: '/creditor/evidence/{id}/submit',
    who: 'user',
    needs: 'evidence',
    summary: "Submits the signed list through the court's gateway.",
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS', 'NO_COURT'],
    limits: changing,
    audit: 'court-application.submitted',
  }),
  askCourt: call({
    method: 'POST',
    path: '/creditor/evidence/{id}/ask',
    who: 'user',
    needs: 'evidence',
    summary: "Queries the court's gateway for the outcome of a submitted application.",
    input: one,
    reply: z.strictObject({ state: CourtApplicationState }),
    refusals: ['STATE_FORBIDS', 'NO_COURT'],
    limits: changing,
    audit: 'court-application.asked',
  }),
  fileCourtApplication: call({
    method: 'POST',
    path: '/creditor/evidence/{id}/file',
    who: 'user',
    needs: 'evidence',
    summary: 'Records that the applicant submitted the list without the gateway.',
    input: z.strictObject({ ...one.shape, note: z.string().trim().max(300).default('') }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: changing,
    audit: 'court-application.filed',
  }),
  withdrawCourtApplication: call({
    method: 'POST',
    path: '/creditor/evidence/{id}/withdraw',
    who: 'user',
    needs: 'evidence',
    summary: 'Withdraws an application that no court has decided yet.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: changing,
    audit: 'court-application.withdrawn',
  }),
  courtList: call({
    method: 'GET',
    path: '/creditor/evidence/{id}/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the signed list.',
    input: one,
    produces: 'application/pdf',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
  courtPackage: call({
    method: 'GET',
    path: '/creditor/evidence/{id}/zip',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the signed list, its structured form and the bundle of every attestation in one ZIP file.',
    input: one,
    produces: 'application/zip',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
};

/** Page of the site with the applications to courts. */
export const courtApplicationsPath = '/evidence';
/** Page of the site with one of them. */
export const courtApplicationPath = (id: string): string => `${courtApplicationsPath}/${id}`;
