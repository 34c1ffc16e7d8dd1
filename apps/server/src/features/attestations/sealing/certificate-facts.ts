import { FileList, isCaptured, operatorOf, paths, readSealed } from '@proofkeep/bundle';
import { sm3Hex } from '@proofkeep/bundle/node';
import { certificatePath, markWords, submitterFacts } from '@proofkeep/contract';
import { parseCertificate } from '@proofkeep/pki';
import type { CertificateFacts } from '@proofkeep/seal';
import { publicUrlOf } from '../../../config.ts';
import type { Installation } from '../../../installation.ts';
import type { LoggedEntry } from '../../../log/log.ts';
import { manifestIn, partIn, readData, type SealedParts } from '../../evidence/service.ts';
import { clockText } from './clock-text.ts';
import { deviceFacts } from './device-facts.ts';
import { pageFacts } from './page-facts.ts';
import { stampsIn } from './stamp.ts';

/** Everything stated on the certificate, from the sealed parts and the log entry. */
export async function certificateFacts(
  { store, authority, config }: Installation,
  { data, parts }: SealedParts,
  entry: LoggedEntry,
): Promise<CertificateFacts> {
  const { manifest, manifestSha256 } = manifestIn(parts);
  const { ano, applicant, clock, subject } = manifest;
  const common = {
    ano,
    title: subject.title,
    submitter: submitterFacts({ applicant, operator: operatorOf(manifest) }).map(({ mark, ...fact }) => ({
      ...fact,
      mark: mark && markWords[mark],
      isUncertified: mark === 'uncertified',
    })),
    manifestSha256,
    manifestSm3: sm3Hex(partIn(parts, paths.manifest)),
    ...(await stampsIn(parts)),
    clock: clockText(clock),
    log: { origin: entry.origin, index: entry.index, size: entry.size, root: entry.root },
    sealedBy: parseCertificate(authority.seal.chain[0] ?? new Uint8Array(0)).subjectText,
    qr: `${publicUrlOf(config)}${certificatePath(ano, manifestSha256)}`,
  };
  if (isCaptured(manifest)) return { ...common, ...(await pageFacts(store, data, manifest)) };
  if (manifest.kind === 'device') return { ...common, ...(await deviceFacts(store, data, manifest)) };
  const { files } = readSealed(FileList, await readData(store, data, paths.fileList), paths.fileList);
  const { kind, receipt } = manifest;
  return { ...common, kind, examinedAt: new Date(receipt.examinedAt), bytes: manifest.subject.bytes, files };
}
