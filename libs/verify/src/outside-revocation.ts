import {
  collectedParts,
  isCollectedPath,
  OutsideRevocation,
  outsideTokenNumber,
  paths,
  readSealed,
} from '@proofkeep/bundle';
import {
  checkNotRevoked,
  findPath,
  isAnchored,
  parseCrl,
  parseOcspResponse,
  parseTimestamp,
  RevocationError,
  type RevocationEvidence,
} from '@proofkeep/pki';
import type { Context } from './context.ts';
import { type Detail, detail, detailOf, problem } from './details.ts';

const check = 'outside-revocation';

/**
 * One finding for each token of an outside authority: whether the CRLs and OCSP responses collected with it show that
 * none of its certificates was revoked at its time. Never required: the verdict depends on the installation's own
 * token.
 */
export async function checkOutsideRevocation(context: Context): Promise<void> {
  const { zip, note } = context;
  const tokens = [...zip.entries.keys()].filter((name) => outsideTokenNumber(name) !== null);
  let collected: OutsideRevocation | null;
  try {
    collected = await readCollected(context, tokens.length);
  } catch (error) {
    note(check, 'failed', { subject: paths.outsideRevocation, detail: detailOf(error) });
    return;
  }
  for (const token of tokens) await judgeToken(context, token, collected);
}

/** Null in bundles made before revocation data was collected. */
async function readCollected({ zip, part, manifest }: Context, tokenCount: number): Promise<OutsideRevocation | null> {
  const present = [...zip.entries.keys()].filter(isCollectedPath);
  const subject = paths.outsideRevocation;
  const collected = zip.entries.has(subject) ? readSealed(OutsideRevocation, await part(subject), subject) : null;
  if (collected && collected.ano !== manifest.ano) throw problem('other-bundle');
  if (collected && collected.tokens.length !== tokenCount) throw problem('collected-tokens', { count: tokenCount });
  const stated = new Set(collected?.tokens.flatMap((_, i) => collectedParts(collected, i + 2).map(({ path }) => path)));
  const missing = [...stated].find((path) => !present.includes(path));
  const unstated = present.find((path) => !stated.has(path));
  if (missing) throw problem('collected-missing', { part: missing });
  if (unstated) throw problem('collected-unstated', { part: unstated });
  return collected;
}

async function judgeToken(context: Context, subject: string, collected: OutsideRevocation | null): Promise<void> {
  const { note, anchors, part } = context;
  const open = (reason: Detail) => note(check, 'not-checked', { subject, detail: reason, required: false });
  if (!collected) return open(detail('not-collected'));
  const number = outsideTokenNumber(subject) as number;
  try {
    const { signed, at } = await parseTimestamp(await part(subject));
    const evidence = await readEvidence(context, collected, number);
    if (!isAnchored(signed.certificates, anchors.roots)) return open(detail('no-root'));
    const { signer: certificate, certificates: intermediates } = signed;
    const path = await findPath({ certificate, intermediates, roots: anchors.roots, at });
    const oldest = await checkNotRevoked(path, evidence, at);
    note(check, 'passed', { subject, detail: detail('status-as-of', { at: oldest.toISOString() }), required: false });
  } catch (error) {
    if (error instanceof RevocationError && error.finding.kind !== 'revoked')
      open(isUncollected(error) ? (collectFailure(collected, number) ?? detailOf(error)) : detailOf(error));
    else note(check, 'failed', { subject, detail: detailOf(error), required: false });
  }
}

const isUncollected = ({ finding: { kind } }: RevocationError) => kind === 'no-status' || kind === 'no-list';

/** Returns the sealer's reason for the first certificate without collected revocation status. */
function collectFailure({ tokens }: OutsideRevocation, number: number): Detail | undefined {
  const uncollected = tokens[number - 2]?.certificates.find((certificate) => certificate.part === null);
  if (!uncollected) return undefined;
  const [failure] = uncollected.failures;
  return failure ? detail(`collect-${failure.why}`, { url: failure.url }) : detail('collect-no-source');
}

async function readEvidence(
  { part }: Context,
  collected: OutsideRevocation,
  number: number,
): Promise<RevocationEvidence> {
  const parts = await Promise.all(
    collectedParts(collected, number).map(async ({ path, kind }) => ({ kind, bytes: await part(path) })),
  );
  const bytesOf = (wanted: string) => parts.filter(({ kind }) => kind === wanted).map(({ bytes }) => bytes);
  return { crls: bytesOf('crl').map(parseCrl), answers: bytesOf('ocsp').map(parseOcspResponse) };
}
