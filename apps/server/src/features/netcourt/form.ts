import { isCaptured, type Manifest, paths, tokenPaths } from '@proofkeep/bundle';
import { type CertificateData, type NetcourtForm, type ProofStep, proofPagePath } from '@proofkeep/contract';
import type { z } from 'zod';
import type { Services } from '../../http/services.ts';
import { type CertifiedPlace, certificateDataOf, readCertified } from '../attestations/service.ts';

type Data = z.input<typeof CertificateData>;

/** Writes the form for one certified attestation, from sealed facts only. */
export async function netcourtFormOf(
  services: Pick<Services, 'store' | 'sealedBy' | 'publicUrl'>,
  row: CertifiedPlace & { name: string },
): Promise<NetcourtForm> {
  const certified = await readCertified(services.store, row);
  const data = await certificateDataOf(services, certified);
  return {
    v: 1,
    type: 'proofkeep-netcourt',
    evidence: evidenceOf(certified.manifest, row.name),
    applicant: data.applicant,
    operator: data.operator,
    digests: { sha256: data.manifestSha256, sm3: data.manifestSm3 },
    log: data.log,
    proofs: proofStepsOf(data, [...certified.parts.keys()]),
    platform: {
      name: services.sealedBy,
      proofPage: `${services.publicUrl}${proofPagePath(row.ano)}`,
      trustAnchors: `${services.publicUrl}/trust/anchors.json`,
    },
  };
}

function evidenceOf(manifest: Manifest, name: string): NetcourtForm['evidence'] {
  const common = { ano: manifest.ano, name: name || manifest.subject.title, kind: manifest.kind } as const;
  if (!isCaptured(manifest)) {
    const { examinedAt } = manifest.receipt;
    const files = manifest.kind === 'device' ? manifest.device.held : manifest.subject.files;
    const isWhole = manifest.kind !== 'device' || (manifest.device.isEnded && files === manifest.device.segments);
    return {
      ...common,
      form: 'electronic-data',
      source: null,
      files,
      startedAt: examinedAt,
      endedAt: examinedAt,
      isComplete: isWhole,
    };
  }
  const { subject, capture } = manifest;
  return {
    ...common,
    form: 'electronic-data',
    source: { requestedUrl: subject.requestedUrl, finalUrl: subject.finalUrl },
    files: null,
    startedAt: capture.startedAt,
    endedAt: capture.endedAt,
    isComplete: capture.state === 'complete',
  };
}

/**
 * Proof steps and their guarantors, from the digest to the certificate. The first timestamp dates the seal; the seal's own time
 * is a claim.
 */
export function proofStepsOf({ timestamps, log, sealedBy }: Data, parts: readonly string[]): ProofStep[] {
  const own = timestamps.find(({ isOwn }) => isOwn)?.at ?? null;
  return [
    { step: 'hash', by: '', at: null, part: paths.manifest },
    { step: 'seal', by: sealedBy, at: own, part: paths.manifestSignature },
    ...tokenPaths(parts).map((part, i): ProofStep => {
      return { step: 'timestamp', by: timestamps[i]?.authority ?? '', at: timestamps[i]?.at ?? null, part };
    }),
    { step: 'log', by: log.origin, at: null, part: paths.inclusion },
    { step: 'certificate', by: sealedBy, at: null, part: paths.certificate },
  ];
}
