import { paths, toHex } from '@proofkeep/bundle';
import {
  type Certificate,
  type Crl,
  checkCrl,
  checkMathematics,
  checkTimestamp,
  contentTypes,
  findPath,
  fromPem,
  isAnchored,
  PkiError,
  parseCrl,
  parseSignedData,
  parseTimestamp,
  verifySignedData,
  verifyTimestamp,
} from '@proofkeep/pki';
import { type Detail, detailOf, problem, say } from './details.ts';
import type { Context } from './verify.ts';

const documentSigning = '1.3.6.1.5.5.7.3.36';

/**
 * The seal's signature over the manifest, believed as of the time of the own timestamp: the manifest's `createdAt` is a claim of
 * whoever signed, and a certificate that had run out could be used with an earlier one. Without a token, which is a failure
 * of its own, there is only the claim.
 */
export const checkManifestSignature = (context: Context): Promise<void> =>
  checkSeal(context, 'manifest-signature', paths.manifestSignature, async () => context.manifestBytes);

/** The seal's signature over the list of parts, believed as of the same time. */
export const checkContentsSignature = (context: Context): Promise<void> =>
  checkSeal(context, 'contents-signature', paths.contentsSignature, () => context.part(paths.contents));

async function checkSeal(
  context: Context,
  check: 'manifest-signature' | 'contents-signature',
  subject: string,
  contentOf: () => Promise<Uint8Array>,
): Promise<void> {
  const { note, anchors, manifest } = context;
  try {
    const content = await contentOf();
    const signed = await parseSignedData(await context.part(subject));
    if (signed.content) throw problem('attached');
    if (signed.timestamp) throw problem('unexpected-timestamp');
    await expectChain(context, paths.sealChain, signed.certificates);
    await checkMathematics(signed, { content, contentType: contentTypes.data });
    if (!signed.signer.extendedKeyUsage?.oids.includes(documentSigning))
      throw problem('not-for-documents', { who: signed.signer.subjectText });
    const at = context.stampedAt ?? new Date(manifest.createdAt);
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

/**
 * The CRLs that the bundle carries: for every certificate but the root's the list of whoever issued it, signed by him and
 * current at the time of sealing, without the certificate on it.
 */
export async function checkRevocation(context: Context): Promise<void> {
  const { note, anchors, manifest } = context;
  try {
    const signed = await parseSignedData(await context.part(paths.manifestSignature));
    const token = await parseTimestamp(await context.part(paths.token));
    const at = context.stampedAt ?? new Date(manifest.createdAt);
    if (!isAnchored([...signed.certificates, ...token.signed.certificates], anchors.roots)) {
      note('revocation', 'not-checked', { subject: paths.crl, said: say('no-root') });
      return;
    }
    const lists = new Map<string, Crl>();
    for (const subject of [paths.crl, paths.rootCrl]) lists.set(subject, parseCrl(await context.part(subject)));
    const idle = new Set(lists.keys());
    for (const { signer: certificate, certificates: intermediates } of [signed, token.signed]) {
      const path = await findPath({ certificate, intermediates, roots: anchors.roots, at });
      for (const [i, issuer] of path.slice(1).entries())
        idle.delete(await checkNotRevoked(path[i] as Certificate, issuer, lists, at));
    }
    const [subject] = idle;
    if (subject) throw problem('idle-list', { path: subject });
    for (const [subject, { thisUpdate }] of lists)
      note('revocation', 'passed', { subject, said: say('list-issued', { at: thisUpdate.toISOString() }) });
  } catch (error) {
    note('revocation', 'failed', { subject: paths.crl, said: detailOf(error) });
  }
}

/** Where the list of the certificate's issuer stands. @throws Error when there is none, it is not his, or the certificate is on it */
async function checkNotRevoked(
  certificate: Certificate,
  issuer: Certificate,
  lists: ReadonlyMap<string, Crl>,
  at: Date,
): Promise<string> {
  const own = [...lists].find(([, crl]) => toHex(crl.issuer) === toHex(issuer.subject));
  if (!own) throw problem('no-list', { issuer: issuer.subjectText });
  const [subject, crl] = own;
  await checkCrl(crl, issuer);
  if (crl.nextUpdate < at) throw problem('list-outdated', { path: subject });
  const since = crl.revoked.get(certificate.serial);
  if (since && since <= at) throw problem('revoked', { who: certificate.subjectText, at: since.toISOString() });
  return subject;
}
