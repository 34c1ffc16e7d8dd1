import { type CertificateData, certificateFile, isAno, loadHashes, type Source } from '@proofkeep/bundle';
import { type AssociatedFile, laterChanges, PdfFile, sealedPart } from '@proofkeep/pki';
import type { Anchors } from './anchors.ts';
import { believeSeal, believeStamp, certificateDataIn, readSeal, readStamp } from './certificate.ts';
import type { Context } from './context.ts';
import { detail, detailOf, problem } from './details.ts';
import type { CertificateReport } from './file-report.ts';
import { type Finding, noteInto, verdictOf } from './report.ts';
import { isNumberDated, isNumberLate } from './times.ts';

/** A certificate has a few pages and pictures. */
const limitBytes = 64 * 1024 * 1024;

type Checking = Pick<Context, 'note' | 'anchors' | 'sha256'> & {
  pdf: Uint8Array;
  /** The beginning of the file that the seal claims to cover. */
  sealed: Uint8Array;
  /** Files attached to the sealed part; null if they can't be read. */
  files: AssociatedFile[] | null;
};

/**
 * Checks a certificate PDF by itself, offline: its seal, timestamp and permission, and what was appended later. The evidence
 * is not in the file. Nothing in a PDF makes this throw. Only reading the source itself may throw.
 */
export async function verifyCertificate(source: Source, anchors: Anchors): Promise<CertificateReport> {
  const findings: Finding[] = [];
  const note = noteInto(findings);
  const { sha256 } = await loadHashes();
  const pdf = source.size > limitBytes ? new Uint8Array(0) : await source.read(0, source.size);
  const sealed = sealedPart(pdf);
  const files = await attachedTo(sealed);
  if (!isCertificate(sealed, files)) {
    note('container', 'failed', { detail: detail('no-certificate') });
    return { verdict: 'failed', findings, certificate: null };
  }
  const context: Checking = { note, anchors, sha256, pdf, sealed, files };
  const { isIntact, stampedAt } = await checkSeal(context);
  const data = checkData(context, { isIntact, stampedAt });
  checkLater(context, isIntact);
  note('uncompared', 'not-checked', { required: false, detail: detail('uncompared-certificate') });
  note('revocation', 'not-checked', { required: false, detail: detail('revocation-elsewhere') });
  note('evidence', 'not-checked', { required: false, detail: detail('evidence-elsewhere') });
  return { verdict: verdictOf(findings), findings, certificate: data && factsOf(data, stampedAt) };
}

const attachedTo = async (sealed: Uint8Array): Promise<AssociatedFile[] | null> => {
  try {
    return await new PdfFile(sealed).associatedFiles();
  } catch {
    return null;
  }
};

const latin1 = new TextDecoder('latin1');

/** Whether the data of a certificate is attached; if attachments can't be read, whether there is a signature at all. */
const isCertificate = (sealed: Uint8Array, files: AssociatedFile[] | null): boolean =>
  files ? files.some(({ name }) => name === certificateFile.name) : latin1.decode(sealed).includes('/ByteRange');

/** @returns whether the signature is valid over the sealed part, and the time of its timestamp if that is valid too */
async function checkSeal(context: Checking): Promise<{ isIntact: boolean; stampedAt: Date | null }> {
  const { note, sealed } = context;
  let isIntact = false;
  let stampedAt: Date | null = null;
  try {
    if (!latin1.decode(sealed).includes('/ByteRange')) throw problem('seal-missing');
    const seal = await readSeal(sealed);
    isIntact = true;
    const timestamp = await readStamp(seal);
    stampedAt = timestamp.at;
    await believeSeal(context, '', { ...seal, timestamp });
    await believeStamp(context, '', { ...seal, timestamp });
  } catch (error) {
    note('certificate', 'failed', { detail: detailOf(error) });
  }
  return { isIntact, stampedAt };
}

/** Reads which evidence the certificate names. Without a valid seal anyone may have written that. */
function checkData(
  { note, files }: Checking,
  { isIntact, stampedAt }: { isIntact: boolean; stampedAt: Date | null },
): CertificateData | null {
  const subject = certificateFile.name;
  if (!files) {
    note('certificate-data', 'failed', { subject, detail: detail('attachments-unread') });
    return null;
  }
  try {
    const data = certificateDataIn(files);
    const day = data.ano.slice(2, 10);
    if (!isAno(data.ano)) throw problem('number-check');
    if (!isNumberDated(data)) throw problem('number-date', { day });
    if (stampedAt && isNumberLate({ ano: data.ano, createdAt: stampedAt.toISOString() }))
      throw problem('number-day-sealed', { day });
    const { ano, manifestSha256: sha256 } = data;
    note('certificate-data', isIntact ? 'passed' : 'not-checked', {
      subject,
      detail: detail(isIntact ? 'certified-evidence' : 'claimed-evidence', { ano, sha256 }),
    });
    return data;
  } catch (error) {
    note('certificate-data', 'failed', { subject, detail: detailOf(error) });
    return null;
  }
}

/** Reports what was appended after the seal. Without a valid seal, where the original ends is unknown: not checked. */
function checkLater({ note, pdf, sealed }: Checking, isIntact: boolean): void {
  if (!isIntact) {
    note('later-changes', 'not-checked', { detail: detail('later-unknown') });
    return;
  }
  const later = laterChanges(pdf, sealed);
  if (!later) note('later-changes', 'passed', { detail: detail('nothing-later') });
  for (const kind of later?.kinds ?? [])
    note('later-changes', 'failed', {
      detail: detail(`later-${kind}`, { bytes: later?.bytes ?? 0, revisions: later?.revisions ?? 0 }),
    });
}

const factsOf = (
  { ano, manifestSha256, manifestSm3 }: CertificateData,
  stampedAt: Date | null,
): CertificateReport['certificate'] => ({
  ano,
  manifestSha256,
  manifestSm3,
  stampedAt: stampedAt?.toISOString() ?? null,
});
