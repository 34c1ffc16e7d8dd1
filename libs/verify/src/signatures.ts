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
  verifySignedData,
  verifyTimestamp,
} from '@proofkeep/pki';
import type { Context } from './context.ts';
import { type Detail, detailOf, problem, say } from './details.ts';

const documentSigning = '1.3.6.1.5.5.7.3.36';

/**
/**
 * The seal's signature over the manifest, believed as of the time of the own timestamp: the manifest's `createdAt` is a claim of
 * whoever signed, and a certificate that had run out could be used with an earlier one. Without a token, which is a failure
 * of its own, there is only the claim.
 */
export const checkManifestSignature = (context: Context): Promise<void> =>
  checkSeal(context, 'manifest-signature', {
    subject: paths.manifestSignature,
    at: context.stampedAt ?? new Date(context.manifest.createdAt),
    content: async () => context.manifestBytes,
  });

/**
 * The seal's signature over the list of parts, believed as of the time of the certificate's token: the list names a certificate
 * that is stamped already.
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
    if (!signed.signer.extendedKeyUsage?.oids.includes(documentSigning))
      throw problem('not-for-documents', { who: signed.signer.subjectText });
    await believe(context, check, subject, signed.certificates, () =>
      verifySignedData(signed, { content, contentType: contentTypes.data, roots: anchors.roots, at }),
    );
  } catch (error) {
    note(check, 'failed', { subject, said: detailOf(error) });
    // Which of the two was altered nobody can say from here.
    if (check === 'contents-signature' && error instanceof PkiError && error.code === 'MISMATCH')
      note('contents', 'failed', { subject: paths.contents, said: say('other-signed') });
  }
}

/** The installation's own token, which is required, and those of outside authorities. */
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
      note(check, 'failed', { subject, said: detailOf(error) });
    }
  }
}

/**
 * The certificates inside a signature are those that stand beside it under `trust/`. Where no anchor is known for them this
 * is what tells an altered certificate from a stranger's.
 */
export async function expectChain({ part }: Context, hint: string, embedded: readonly Certificate[]): Promise<void> {
  const chain = fromPem(new TextDecoder().decode(await part(hint))).map(toHex);
  const inside = embedded.map((certificate) => toHex(certificate.raw));
  if (chain.length !== inside.length || chain.some((certificate) => !inside.includes(certificate)))
    throw problem('other-chain', { path: hint });
}

/**
 * The step from "signed" to "signed by somebody I believe". Without a root for it the mathematics still holds: that is
 * "not checked", with the names of the root to ask for and of what it issued. Anything else that is wrong with the path is a failure.
 * @returns whether it is believed. @throws PkiError
 */
export async function believe(
  { note, anchors, sha256 }: Context,
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
    const said = at ? say('stamped-by', { at: at.toISOString(), who }) : say('signed-by', { who });
    note(check, 'passed', { subject, required, said });
    return true;
  } catch (error) {
    const isStranger = error instanceof PkiError && error.code === 'PATH' && !isAnchored(embedded, anchors.roots);
    if (!isStranger) throw error;
    const top = embedded.find((one) => !embedded.some((other) => toHex(other.subject) === toHex(one.issuer)));
    note(check, 'not-checked', { subject, required, said: top ? unknownIssuer(error, top, sha256) : detailOf(error) });
    return false;
  }
}

const unknownIssuer = (error: PkiError, top: Certificate, sha256: Context['sha256']): Detail =>
  say('issuer-unknown', {
    text: error.message,
    who: top.subjectText,
    sha256: toHex(sha256(top.raw)),
    issuer: top.issuerText,
  });
