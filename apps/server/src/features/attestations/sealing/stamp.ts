import {
  canonicalBytes,
  collectedPath,
  DeclinedAuthorities,
  type DeclinedAuthority,
  OutsideRevocation,
  paths,
  readSealed,
} from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { parseTimestamp } from '@proofkeep/pki';
import { askOutsideAuthorities, type CertificateFacts, type OutsideToken } from '@proofkeep/seal';
import type { Installation } from '../../../installation.ts';
import { type Parts, partIn } from '../../evidence/service.ts';

/**
 * The installation's own token over the manifest with the CRLs of that time; the tokens of outside authorities with the
 * collected revocation data, and the authorities that gave none. All of it is fixed before the leaf is committed, so
 * that a retry after a crash seals the same content.
 */
export async function stamp(
  { config, authority, timestamps, anchors, fetchStatus: fetch, authorityRest: rest }: Installation,
  { ano, manifest }: { ano: string; manifest: Uint8Array },
): Promise<Parts> {
  // Fetched before the token, so that no revocation list is newer than the token that it is for.
  const crls = await authority.crls();
  const own = await timestamps.token(Buffer.from(sha256Hex(manifest), 'hex'));
  const { tokens, refusals } = await askOutsideAuthorities(config.TSA_URLS, manifest, {
    roots: anchors.roots,
    fetch,
    rest,
  });
  const parts: Parts = new Map([
    [paths.token, own],
    [paths.crl, crls.issuing],
    [paths.rootCrl, crls.root],
  ]);
  for (const [i, { token }] of tokens.entries()) parts.set(paths.outsideToken(i + 2), token);
  if (tokens.length > 0) addRevocation(parts, ano, tokens);
  if (refusals.length > 0) parts.set(paths.refusals, declinedPart(ano, refusals));
  return parts;
}

/** The authorities that gave a token and those that didn't, as listed on the certificate. */
export async function stampsIn(parts: Parts): Promise<Pick<CertificateFacts, 'timestamps' | 'refusals'>> {
  const tokens = await Promise.all(tokensIn(parts).map(parseTimestamp));
  return {
    timestamps: tokens.map(({ at, authority, serial }, i) => ({ at, authority, serial, own: i === 0 })),
    refusals: declinedIn(parts),
  };
}

/** Number of tokens, and each refusal. */
export const stampDetail = (parts: Parts): string =>
  [`${tokensIn(parts).length}`, ...declinedIn(parts).map(({ authority, detail }) => `${authority}: ${detail}`)].join(
    '; ',
  );

export function declinedIn(parts: Parts): readonly DeclinedAuthority[] {
  const part = parts.get(paths.refusals);
  return part ? readSealed(DeclinedAuthorities, part, paths.refusals).refusals : [];
}

/** Revocation data collected about outside authorities; null if none gave a token. */
export function collectedIn(parts: Parts): OutsideRevocation | null {
  const part = parts.get(paths.outsideRevocation);
  return part ? readSealed(OutsideRevocation, part, paths.outsideRevocation) : null;
}

function addRevocation(parts: Parts, ano: string, tokens: readonly OutsideToken[]): void {
  for (const [i, { revocation }] of tokens.entries())
    for (const [j, { part, bytes }] of revocation.entries())
      if (part && bytes) parts.set(collectedPath(i + 2, j + 1, part), bytes);
  const collected = {
    v: 1,
    type: 'proofkeep-revocation',
    ano,
    tokens: tokens.map(({ revocation }) => ({
      certificates: revocation.map(({ sha256, part, failures }) => ({ sha256, part, failures })),
    })),
  } satisfies OutsideRevocation;
  parts.set(paths.outsideRevocation, canonicalBytes(OutsideRevocation.parse(collected)));
}

function tokensIn(parts: Parts): Uint8Array[] {
  const tokens = [partIn(parts, paths.token)];
  for (;;) {
    const next = parts.get(paths.outsideToken(tokens.length + 1));
    if (!next) return tokens;
    tokens.push(next);
  }
}

const declinedPart = (ano: string, refusals: readonly DeclinedAuthority[]): Uint8Array =>
  canonicalBytes({ v: 1, type: 'proofkeep-refusals', ano, refusals: [...refusals] } satisfies DeclinedAuthorities);
