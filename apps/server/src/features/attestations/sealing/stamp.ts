import { canonicalBytes, paths, type Refusal, Refusals, readSealed } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { parseTimestamp } from '@proofkeep/pki';
import { askOutsideAuthorities, type CertificateFacts } from '@proofkeep/seal';
import type { Installation } from '../../../installation.ts';
import { type Parts, partIn } from '../../evidence/service.ts';

/**
 * The installation's own token over the manifest with the CRLs of its time, those of the outside authorities, and which of these gave none: all
 * decided before the leaf is committed, so that whoever finishes the seal after a crash says the same.
 */
export async function stamp(
  { config, authority, timestamps, anchors }: Installation,
  { ano, manifest }: { ano: string; manifest: Uint8Array },
): Promise<Parts> {
  // Before the token, so that no list is younger than what it covers.
  const crls = await authority.crls();
  const own = await timestamps.token(Buffer.from(sha256Hex(manifest), 'hex'));
  const { tokens, refusals } = await askOutsideAuthorities(config.TSA_URLS, manifest, { roots: anchors.roots });
  const parts: Parts = new Map([
    [paths.token, own],
    [paths.crl, crls.issuing],
    [paths.rootCrl, crls.root],
  ]);
  for (const [i, token] of tokens.entries()) parts.set(paths.outsideToken(i + 2), token);
  if (refusals.length > 0) parts.set(paths.refusals, refusalsPart(ano, refusals));
  return parts;
}

/** Who stamped and who gave no token, in the words of the certificate. */
export async function stampsIn(parts: Parts): Promise<Pick<CertificateFacts, 'timestamps' | 'refusals'>> {
  const tokens = await Promise.all(tokensIn(parts).map(parseTimestamp));
  return {
    timestamps: tokens.map(({ at, authority, serial }, i) => ({ at, authority, serial, own: i === 0 })),
    refusals: refusalsIn(parts),
  };
}

/** How many tokens there are, and each refusal. */
export const stampDetail = (parts: Parts): string =>
  [`${tokensIn(parts).length}`, ...refusalsIn(parts).map(({ authority, detail }) => `${authority}: ${detail}`)].join(
    '; ',
  );

export function refusalsIn(parts: Parts): readonly Refusal[] {
  const part = parts.get(paths.refusals);
  return part ? readSealed(Refusals, part, paths.refusals).refusals : [];
}

function tokensIn(parts: Parts): Uint8Array[] {
  const tokens = [partIn(parts, paths.token)];
  for (;;) {
    const next = parts.get(paths.outsideToken(tokens.length + 1));
    if (!next) return tokens;
    tokens.push(next);
  }
}

const refusalsPart = (ano: string, refusals: readonly Refusal[]): Uint8Array =>
  canonicalBytes({ v: 1, type: 'proofkeep-refusals', ano, refusals: [...refusals] } satisfies Refusals);
