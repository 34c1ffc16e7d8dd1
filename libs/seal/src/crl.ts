import { readFile } from 'node:fs/promises';
import { parseCrl } from '@proofkeep/pki';
import { replaceFile } from './durable-file.ts';
import { issueEmptyCrl, type Party } from './x509.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const validDays = 90;
const renewBeforeDays = 30;

/** Issues a new CRL into `path` and returns its DER. */
export async function renewCrl(path: string, issuer: Pick<Party, 'name' | 'key'>, now: Date): Promise<Uint8Array> {
  const crl = await issueEmptyCrl({
    issuer,
    // An hour back, so that a proof made just before a renewal is not older than the list that speaks for it.
    thisUpdate: new Date(now.getTime() - hourMs),
    nextUpdate: new Date(now.getTime() + validDays * dayMs),
    number: now.getTime(),
  });
  await replaceFile(path, crl, 0o600);
  return crl;
}

/** The CRL in `path`, renewed first when it is absent, unreadable or within a month of its `nextUpdate`. */
export async function currentCrl(path: string, issuer: Pick<Party, 'name' | 'key'>, now: Date): Promise<Uint8Array> {
  const kept = await readFile(path).catch(() => undefined);
  return kept && isFresh(kept, now) ? kept : renewCrl(path, issuer, now);
}

function isFresh(crl: Uint8Array, now: Date): boolean {
  try {
    return parseCrl(crl).nextUpdate.getTime() - now.getTime() > renewBeforeDays * dayMs;
  } catch {
    return false;
  }
}
