import { paths, toHex } from '@proofkeep/bundle';
import {
  type Certificate,
  checkMathematics,
  checkTimestamp,
  contentTypes,
  fromPem,
  isAnchored,
  PkiError,
  parseSignedData,
  parseTimestamp,
  type SignedData,
  verifySignedData,
  verifyTimestamp,
} from '@proofkeep/pki';
import type { Context } from './context.ts';
import { type Detail, detail, detailOf, problem } from './details.ts';

const documentSigning = '1.3.6.1.5.5.7.3.36';

/**
 * Checks the seal's signature over the manifest as of the installation's own timestamp: the manifest's `createdAt` is
 * only the signer's claim, and an expired certificate could be used with an earlier one. Without a token, which is a
 * separate failure, only the claim is left.
 */
export const checkManifestSignature = (context: Context): Promise<void> =>
  checkSeal(context, 'manifest-signature', {
    subject: paths.manifestSignature,
    at: context.stampedAt ?? new Date(context.manifest.createdAt),
    content: async () => context.manifestBytes,
  });

/**
 * Checks the seal's signature over the list of parts as of the time of the certificate's token: the list names a
 * certificate that already has its timestamp.
 */
export const checkContentsSignature = (context: Context): Promise<void> =>
  checkSeal(context, 'contents-signature', {
    subject: paths.contentsSignature,
    at: context.certified?.timestamp.at ?? context.stampedAt ?? new Date(context.manifest.createdAt),
    content: () => context.part(paths.contents),
  });

async function checkSeal(
  context: Context,
  check: 'manifest-signature' | 'contents-signature',
  { subject, at, content: contentOf }: { subject: string; at: Date; content: () => Promise<Uint8Array> },
): Promise<void> {
  const { note, anchors } = context;
  try {
    const content = await contentOf();
    const signed = await parseSignedData(await context.part(subject));
    if (signed.content) throw problem('attached');
    if (signed.timestamp) throw problem('unexpected-timestamp');
    await expectChain(context, paths.sealChain, signed.certificates);
    await checkMathematics(signed, { content, contentType: contentTypes.data });
    requireForDocuments(signed);
    await believe(context, check, subject, signed.certificates, () =>
      verifySignedData(signed, { content, contentType: contentTypes.data, roots: anchors.roots, at }),
    );
  } catch (error) {
    note(check, 'failed', { subject, detail: detailOf(error) });
    // At this point it is unknown which of the two was altered.
    if (check === 'contents-signature' && error instanceof PkiError && error.code === 'MISMATCH')
      note('contents', 'failed', { subject: paths.contents, detail: detail('other-signed') });
  }
}

/** The seal's certificate is for documents (id-kp-documentSigning, RFC 9336). @throws Problem not-for-documents */
export function requireForDocuments({ signer }: SignedData): void {
  if (!signer.extendedKeyUsage?.oids.includes(documentSigning))
    throw problem('not-for-documents', { who: signer.subjectText });
}

/** Checks the installation's own token, which is required, and the tokens of outside authorities. */
export async function checkTimestamps(context: Context): Promise<void> {
  const { zip, note, anchors, manifestBytes } = context;
  for (let n = 1; n === 1 || zip.entries.has(paths.outsideToken(n)); n++) {
    const own = n === 1;
    const check = own ? 'timestamp' : 'outside-timestamp';
    const subject = own ? paths.token : paths.outsideToken(n);
    try {
      const timestamp = await parseTimestamp(await context.part(subject));
      await checkTimestamp(timestamp, manifestBytes);
      if (own) await expectChain(context, paths.tsaChain, timestamp.signed.certificates);
      if (own) context.stampedAt = timestamp.at;
      const believed = await believe(
        context,
        check,
        subject,
        timestamp.signed.certificates,
        () => verifyTimestamp(timestamp, { content: manifestBytes, roots: anchors.roots, lenient: !own }),
        { required: own, at: timestamp.at },
      );
      if (own) context.isStampBelieved = believed;
      if (own || believed) context.stamps.push(timestamp.at);
    } catch (error) {
      note(check, 'failed', { subject, detail: detailOf(error) });
    }
  }
}

/**
 * Checks that the certificates inside a signature equal those under `trust/`. Without a known anchor, only this
 * distinguishes an altered certificate from one of an unknown authority.
 */
export async function expectChain(
  { part }: Pick<Context, 'part'>,
  hint: string,
  embedded: readonly Certificate[],
): Promise<void> {
  const chain = new Set(fromPem(new TextDecoder().decode(await part(hint))).map(toHex));
  const inside = new Set(embedded.map((certificate) => toHex(certificate.raw)));
  if (chain.size !== inside.size || [...chain].some((certificate) => !inside.has(certificate)))
    throw problem('other-chain', { path: hint });
}

/**
 * Checks that a certificate path leads to a trusted root. Without that root the signature can still be valid: the
 * outcome is "not checked", with the names of the missing root and of the certificate it issued. Any other fault of the
 * path is a failure.
 * @returns whether the path is trusted
 * @throws PkiError
 */
export async function believe(
  { note, anchors, sha256 }: Pick<Context, 'note' | 'anchors' | 'sha256'>,
  check: Parameters<Context['note']>[0],
  subject: string,
  embedded: readonly Certificate[],
  work: () => Promise<Certificate[]>,
  o: { required?: boolean; at?: Date } = {},
): Promise<boolean> {
  const { required = true, at } = o;
  try {
    const path = await work();
    const who = path[0]?.subjectText ?? '';
    const signer = at ? detail('stamped-by', { at: at.toISOString(), who }) : detail('signed-by', { who });
    note(check, 'passed', { subject, required, detail: signer });
    return true;
  } catch (error) {
    const isStranger = error instanceof PkiError && error.code === 'PATH' && !isAnchored(embedded, anchors.roots);
    if (!isStranger) throw error;
    const top = embedded.find((one) => !embedded.some((other) => toHex(other.subject) === toHex(one.issuer)));
    note(check, 'not-checked', {
      subject,
      required,
      detail: top ? unknownIssuer(error, top, sha256) : detailOf(error),
    });
    return false;
  }
}

const unknownIssuer = (error: PkiError, top: Certificate, sha256: Context['sha256']): Detail =>
  detail('issuer-unknown', {
    text: error.message,
    who: top.subjectText,
    sha256: toHex(sha256(top.raw)),
    issuer: top.issuerText,
  });
