import { paths } from '@proofkeep/bundle';
import {
  type Crl,
  checkCovered,
  checkNotUndone,
  findPath,
  isAnchored,
  parseCrl,
  parseSignedData,
  parseTimestamp,
  type SignedData,
} from '@proofkeep/pki';
import type { Context } from './context.ts';
import { detail, detailOf } from './details.ts';

/** CRLs from the time of the signatures. */
interface Judged {
  signed: SignedData;
  at: Date;
}

interface Subject {
  subject: string;
  signatures(): Promise<Judged[]>;
  /** CRLs from the time of the signatures. */
  lists: readonly string[];
}

const sealedLists = [paths.crl, paths.rootCrl];
const certifiedLists = [paths.certifiedCrl, paths.certifiedRootCrl];

/**
 * Checks manifest signature and token against the CRLs of the token's time. A key compromise in the later CRLs of the
 * certificate's time, if present, applies retroactively (RFC 3161 §4).
 */
export async function checkSealedRevocation(context: Context): Promise<void> {
  const stamped = async () => parseTimestamp(await context.part(paths.token));
  const later = await readLists(context, certifiedLists).catch((): Crl[] => []);
  const token = { subject: paths.token, signatures: async () => [await stamped()], lists: sealedLists };
  await judge(context, token, later);
  const subject = paths.manifestSignature;
  const signatures = async () => [await detached(context, subject, (await stamped()).at)];
  await judge(context, { subject, signatures, lists: sealedLists }, later);
}

/** Checks certificate and list of parts against the CRLs from the time of the certificate's token. */
export async function checkCertifiedRevocation(context: Context): Promise<void> {
  const { certified, note } = context;
  if (!certified) {
    for (const subject of [paths.certificate, paths.contentsSignature])
      note('revocation', 'not-checked', { subject, detail: detail('seal-unread') });
    return;
  }
  const { signed, timestamp } = certified;
  const ofCertificate = async (): Promise<Judged[]> => [{ signed, at: timestamp.at }, timestamp];
  await judge(context, { subject: paths.certificate, signatures: ofCertificate, lists: certifiedLists }, []);
  const ofContents = async () => [await detached(context, paths.contentsSignature, timestamp.at)];
  await judge(context, { subject: paths.contentsSignature, signatures: ofContents, lists: certifiedLists }, []);
}

async function detached({ part }: Context, path: string, at: Date): Promise<Judged> {
  return { signed: await parseSignedData(await part(path)), at };
}

async function judge(context: Context, { subject, signatures, lists }: Subject, undone: readonly Crl[]): Promise<void> {
  const { note, anchors } = context;
  try {
    const judged = await signatures();
    if (!judged.every(({ signed }) => isAnchored(signed.certificates, anchors.roots))) {
      note('revocation', 'not-checked', { subject, detail: detail('no-root') });
      return;
    }
    const crls = await readLists(context, lists);
    for (const { signed, at } of judged) {
      const { signer: certificate, certificates: intermediates } = signed;
      const path = await findPath({ certificate, intermediates, roots: anchors.roots, at });
      await checkCovered(path, crls, at);
      await checkNotUndone(path, undone, at);
    }
    const oldest = Math.min(...crls.map(({ thisUpdate }) => thisUpdate.getTime()));
    note('revocation', 'passed', { subject, detail: detail('list-issued', { at: new Date(oldest).toISOString() }) });
  } catch (error) {
    note('revocation', 'failed', { subject, detail: detailOf(error) });
  }
}

/** All CRLs of the installation that can be read; the others fail in their own check. */
export const readableLists = (context: Pick<Context, 'part'>): Promise<Crl[]> =>
  Promise.all(
    [...sealedLists, ...certifiedLists].map((list) => readLists(context, [list]).catch((): Crl[] => [])),
  ).then((lists) => lists.flat());

const readLists = ({ part }: Pick<Context, 'part'>, subjects: readonly string[]): Promise<Crl[]> =>
  Promise.all(subjects.map(async (subject) => parseCrl(await part(subject))));
