import { readFile } from 'node:fs/promises';
import { readAll, readOne } from './der-read.ts';
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
    return nextUpdateOf(crl).getTime() - now.getTime() > renewBeforeDays * dayMs;
  } catch {
    return false;
  }
}

/** `nextUpdate` of a CRL made here: the second time in it, UTCTime (RFC 5280 §5.1.2.5). */
function nextUpdateOf(crl: Uint8Array): Date {
  const [body] = readAll(readOne(crl, 0x30).content);
  const [, next] = readAll(body?.content ?? crl).filter(({ tag }) => tag === 0x17);
  const digits = Buffer.from(next?.content ?? []).toString('latin1');
  return new Date(digits.replace(/^(..)(..)(..)(..)(..)(..)Z$/, '20$1-$2-$3T$4:$5:$6Z'));
}
