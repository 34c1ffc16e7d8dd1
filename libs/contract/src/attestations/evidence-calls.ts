import { z } from 'zod';
import { bytes, call } from '../call.ts';
import { several } from '../shared/lists.ts';
import { CertificateData, Picture } from './attestation.ts';
import { Ano } from './fields.ts';
import { ReplayUrls } from './replay.ts';

const one = z.strictObject({ ano: Ano });

/** Records of the calls that view and download what an attestation preserves. */
export const evidenceCalls = {
  picture: call({
    method: 'POST',
    path: '/creditor/attestaion/url/img',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns the screenshot of a capture.',
    input: one,
    reply: Picture,
  }),
  pictures: call({
    method: 'POST',
    path: '/creditor/attestaion/url/img/v2',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns the screenshots of several captures: thumbnails and full-size parts.',
    input: z.strictObject({ anos: several(Ano, 100) }),
    reply: z.strictObject({ list: z.array(Picture) }),
  }),
  openReplay: call({
    method: 'POST',
    path: '/creditor/attestation/replay',
    who: 'user',
    needs: 'evidence',
    summary:
      'Returns the sandboxed URLs that replay a captured page. They expire 15 minutes after the last call, or with the session.',
    input: one,
    reply: ReplayUrls,
    refusals: ['STATE_FORBIDS'],
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: null,
  }),
  certificate: call({
    method: 'GET',
    path: '/creditor/attestation/cert',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns the certificate as data.',
    input: one,
    reply: CertificateData,
    refusals: ['STATE_FORBIDS'],
  }),
  certificatePdf: call({
    method: 'GET',
    path: '/creditor/attestation/download/pdf',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the certificate as a sealed PDF.',
    input: one,
    produces: 'application/pdf',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
  timestamp: call({
    method: 'GET',
    path: '/creditor/attestation/trust/download/{ano}',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the trusted timestamp (RFC 3161 TimeStampToken).',
    input: one,
    produces: 'application/octet-stream',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
  timestampBytes: call({
    method: 'GET',
    path: '/creditor/attestation/trust/download/byte/{ano}',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the trusted timestamp as raw bytes.',
    input: one,
    produces: 'application/octet-stream',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
  bundle: call({
    method: 'GET',
    path: '/creditor/attestation/zip/{attestationNo}',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the evidence bundle.',
    input: z.strictObject({ attestationNo: Ano }),
    produces: 'application/zip',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
  signature: call({
    method: 'GET',
    path: '/creditor/attestation/url/electronic/signature/{ano}',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the detached electronic signature (CAdES) of the manifest.',
    input: one,
    produces: 'application/pkcs7-signature',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
  file: call({
    method: 'GET',
    path: '/creditor/attestations/file/{ano}',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads one file of the evidence.',
    input: z.strictObject({ ano: Ano, path: z.string().min(1).max(500) }),
    produces: 'application/octet-stream',
    reply: bytes,
  }),
};
