import { readFile } from 'node:fs/promises';
import { type Crl, parseCrl } from '@proofkeep/pki';
import { replaceFile } from './durable-file.ts';
import { issueCrl, type Party } from './x509.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const validDays = 90;
const renewBeforeDays = 30;

type Issuer = Pick<Party, 'name' | 'key'>;

/** Writes the first CRL, which is empty, to `path`. */
export async function issueFirstCrl(path: string, issuer: Issuer, now: Date): Promise<void> {
  await renew(path, { issuer, now, kept: undefined });
}

/**
 * Returns the CRL in `path`. Renews it first if it is absent, unreadable, within a month of its `nextUpdate`, or from the
 * future: then the clock ran ahead when it was issued, and it does not cover seals before its `thisUpdate`.
 */
export async function currentCrl(path: string, issuer: Issuer, now: Date): Promise<Uint8Array> {
  const bytes = await readFile(path).catch(() => undefined);
  const kept = bytes && parsed(bytes);
  return bytes && kept && isFresh(kept, now) ? bytes : renew(path, { issuer, now, kept });
}

/** Keeps all revocations and increases the number, even after a list from the future (RFC 5280 §5.2.3). */
async function renew(
  path: string,
  { issuer, now, kept }: { issuer: Issuer; now: Date; kept: Crl | undefined },
): Promise<Uint8Array> {
  const next = (kept?.number ?? 0n) + 1n;
  const time = BigInt(now.getTime());
  const crl = await issueCrl({
    issuer,
    // Backdated by an hour, so that the list covers proofs made just before a renewal.
    thisUpdate: new Date(now.getTime() - hourMs),
    nextUpdate: new Date(now.getTime() + validDays * dayMs),
    number: next > time ? next : time,
    entries: kept?.revoked.map(({ raw }) => raw) ?? [],
  });
  await replaceFile(path, crl, 0o600);
  return crl;
}

function parsed(bytes: Uint8Array): Crl | undefined {
  try {
    return parseCrl(bytes);
  } catch {
    return undefined;
  }
}

const isFresh = ({ thisUpdate, nextUpdate }: Crl, now: Date): boolean =>
  thisUpdate <= now && nextUpdate.getTime() - now.getTime() > renewBeforeDays * dayMs;
