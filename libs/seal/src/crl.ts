import { readFile } from 'node:fs/promises';
import { type Crl, parseCertificate, parseCrl, type Revocation } from '@proofkeep/pki';
import { certificateTime, enumerated, integer, octets, sequence } from './der.ts';
import { replaceFile } from './durable-file.ts';
import { oids } from './oids.ts';
import { issueCrl, type Party } from './x509.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const validDays = 90;
const renewBeforeDays = 30;

type Issuer = Pick<Party, 'name' | 'key'>;

/** CRLReason (RFC 5280 §5.3.1) of the revocations that this authority makes. */
export const revocationReasons = {
  'key-compromise': 1,
  'affiliation-changed': 3,
  superseded: 4,
  'cessation-of-operation': 5,
} as const;
/** Why a certificate was revoked. */
export type RevocationReason = keyof typeof revocationReasons;

/** A revoked certificate (DER) of the issuing authority. */
export interface RevokedCertificate {
  readonly certificate: Uint8Array;
  readonly at: Date;
  readonly reason: RevocationReason;
}

/** Writes the first CRL, which is empty, to `path`. */
export async function issueFirstCrl(path: string, issuer: Issuer, now: Date): Promise<void> {
  await renew(path, { issuer, now, kept: undefined });
}

/**
 * Returns the CRL in `path`. Renews it first if it is absent, not a CRL, within a month of its `nextUpdate`, or from the
 * future: then the clock ran ahead when it was issued, and it does not cover seals before its `thisUpdate`.
 */
export async function currentCrl(path: string, issuer: Issuer, now: Date): Promise<Uint8Array> {
  const bytes = await readList(path);
  const kept = bytes && parsed(bytes);
  return bytes && kept && isFresh(kept, now) ? bytes : renew(path, { issuer, now, kept });
}

/**
 * Lists these certificates in the CRL in `path`, each with its time and reason. An entry with another time or reason is
 * replaced, for example when a retired key turns out to be compromised. Writes nothing if the CRL already lists them all.
 */
export async function listRevoked(
  path: string,
  issuer: Issuer,
  o: { now: Date; revoked: readonly RevokedCertificate[] },
): Promise<void> {
  const bytes = await readList(path);
  const kept = bytes && parsed(bytes);
  const wanted = new Map(
    o.revoked.map(({ certificate, at, reason }) => {
      const { serial } = parseCertificate(certificate);
      return [serial, { serial, at: wholeSecond(at), reason: revocationReasons[reason] }] as const;
    }),
  );
  const changed = [...wanted.values()].filter(({ serial, at, reason }) => {
    const found = kept?.revoked.find((one) => one.serial === serial);
    return found?.reason !== reason || found.at.getTime() !== at.getTime();
  });
  if (changed.length > 0) await renew(path, { issuer, now: o.now, kept, changed });
}

/** Undefined if there is none. @throws if it exists but can't be read: a new list would lose the revocations */
const readList = (path: string): Promise<Uint8Array | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Rounds up to a whole second, as CRL entries need: rounded down, a signature made before the revocation could seem to follow it. */
const wholeSecond = (at: Date): Date => new Date(Math.ceil(at.getTime() / 1000) * 1000);

/** RFC 5280 §5.3. */
const entryOf = ({ serial, at, reason }: Entry): Uint8Array =>
  sequence(integer(serial), certificateTime(at), sequence(sequence(oids.reasonCode, octets(enumerated(reason)))));

type Entry = Pick<Revocation, 'serial' | 'at'> & { reason: number };

/** Keeps all revocations and increases the number, even after a list from the future (RFC 5280 §5.2.3). */
async function renew(
  path: string,
  { issuer, now, kept, changed = [] }: { issuer: Issuer; now: Date; kept: Crl | undefined; changed?: readonly Entry[] },
): Promise<Uint8Array> {
  const next = (kept?.number ?? 0n) + 1n;
  const time = BigInt(now.getTime());
  const unchanged = kept?.revoked.filter(({ serial }) => !changed.some((one) => one.serial === serial)) ?? [];
  const crl = await issueCrl({
    issuer,
    // Backdated by an hour, so that the list covers proofs made just before a renewal.
    thisUpdate: new Date(now.getTime() - hourMs),
    nextUpdate: new Date(now.getTime() + validDays * dayMs),
    number: next > time ? next : time,
    entries: [...unchanged.map(({ raw }) => raw), ...changed.map(entryOf)],
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
