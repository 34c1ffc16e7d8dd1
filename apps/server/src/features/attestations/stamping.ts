import { readFile } from 'node:fs/promises';
import { canonicalBytes, paths, type Refusal, Refusals, readSealed } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { parseTimestamp } from '@proofkeep/pki';
import { askOutsideAuthorities, type CertificateFacts } from '@proofkeep/seal';
import type { Installation } from '../../installation.ts';
import type { EvidenceFolder } from './evidence-folder.ts';

/**
 * Writes the installation's own token over the manifest, those of the outside authorities, and which of these gave none:
 * all before the leaf is committed, so that whoever finishes the seal after a crash says the same.
 */
export async function stamp(
  { config, timestamps, trustedRoots }: Installation,
  folder: EvidenceFolder,
  { ano, manifest }: { ano: string; manifest: Uint8Array },
): Promise<{ own: Uint8Array; detail: string }> {
  const own = await timestamps.token(Buffer.from(sha256Hex(manifest), 'hex'));
  const { tokens, refusals } = await askOutsideAuthorities(config.TSA_URLS, manifest, { roots: trustedRoots });

  await folder.write(paths.token, own);
  for (const [i, token] of tokens.entries()) await folder.write(paths.outsideToken(i + 2), token);
  if (refusals.length > 0) await folder.write(paths.refusals, refusalsPart(ano, refusals));
  const failures = refusals.map(({ authority, detail }) => `${authority}: ${detail}`);
  return { own, detail: [`${1 + tokens.length}`, ...failures].join('; ') };
}

/** What `stamp` left in the folder, for the certificate. */
export async function stampsIn(folder: EvidenceFolder): Promise<Pick<CertificateFacts, 'timestamps' | 'refusals'>> {
  const tokens = await Promise.all((await tokensIn(folder)).map(parseTimestamp));
  const refusals = await readPart(folder, paths.refusals);
  return {
    timestamps: tokens.map(({ at, authority, serial }, i) => ({ at, authority, serial, own: i === 0 })),
    refusals: refusals ? readSealed(Refusals, refusals, paths.refusals).refusals : [],
  };
}

async function tokensIn(folder: EvidenceFolder): Promise<Uint8Array[]> {
  const tokens: Uint8Array[] = [await readFile(folder.at(paths.token))];
  for (;;) {
    const next = await readPart(folder, paths.outsideToken(tokens.length + 1));
    if (!next) return tokens;
    tokens.push(next);
  }
}

const refusalsPart = (ano: string, refusals: readonly Refusal[]): Uint8Array =>
  canonicalBytes({ v: 1, type: 'proofkeep-refusals', ano, refusals: [...refusals] } satisfies Refusals);

/** Undefined when the seal has no such part. */
async function readPart(folder: EvidenceFolder, path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(folder.at(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
