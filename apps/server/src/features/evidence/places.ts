import { paths } from '@proofkeep/bundle';

/**
 * The keys of evidence in the store:
 *
 *     evidence/<ano>/<fence>/                  everything of one lease
 *       sealed.json                            decides what is sealed under it
 *       data/…, manifest.json, proof/…         parts that exist before the log, by their paths in the bundle
 *       certified-<random>/index.json          the bundle's files, in the order in which they are packed
 *       certified-<random>/parts/…             parts that exist after the log, by their paths in the bundle
 *
 *     recordings/<fence>/<n>/chunk      a chunk of a live session that isn't sealed yet
 *
 * Several `certified-…` folders may exist; the attestation's row names the `parts/` of the valid one.
 */
export const evidenceRoot = 'evidence/';

const sealedPartsName = 'sealed.json';
const certificatePrefix = 'certified-';
const partsFolder = 'parts/';

/** The fence of captures of the command line, which need no lease. */
export const localFence = '0';

/** A capture node's time-limited right to one capture. */
export interface Lease {
  ano: string;
  fence: string;
}

/** Where the certificate of a lease is written, with its accompanying parts. */
export interface CertificatePlace {
  /** Prefix of everything in it. */
  folder: string;
  /** Prefix of the parts; the attestation's row stores it once this certificate is the valid one. */
  parts: string;
}

/** Prefix of everything stored for an attestation, under any lease. */
export const attestationPlace = (ano: string): string => `${evidenceRoot}${ano}/`;

/** Prefix of everything stored under a lease. */
export const leasePlace = ({ ano, fence }: Lease): string => `${attestationPlace(ano)}${fence}/`;

/** Prefix of the captured files. */
export const dataPlace = (lease: Lease): string => `${leasePlace(lease)}${paths.dataFolder}`;

export const sealedPartsKey = (lease: Lease): string => `${leasePlace(lease)}${sealedPartsName}`;

export function certificatePlace(lease: Lease, random: string): CertificatePlace {
  const folder = `${leasePlace(lease)}${certificatePrefix}${random}/`;
  return { folder, parts: `${folder}${partsFolder}` };
}

/** Prefix of the chunks of a running recording, which are removed once it is sealed. */
export const recordingPlace = ({ fence }: Pick<Lease, 'fence'>): string => `recordings/${fence}/`;

/** Prefix of one chunk, which contains a single file with its bytes. */
export const chunkPlace = (lease: Pick<Lease, 'fence'>, n: number): string => `${recordingPlace(lease)}${n}/`;

/** Key of the list of a bundle's files. */
export const indexKey = (certifiedPlace: string): string => `${certifiedPlace.slice(0, -partsFolder.length)}index.json`;

/** Whether a prefix is the folder of a certificate. */
export const isCertificateFolder = (prefix: string): boolean => lastFolder(prefix).startsWith(certificatePrefix);

/** Whether a path below a lease's place is a part of the bundle that exists before the log. */
export const isSealedPart = (path: string): boolean => path !== sealedPartsName && !path.startsWith(certificatePrefix);

/** Name of the last folder of a prefix. */
export const lastFolder = (prefix: string): string => prefix.split('/').at(-2) ?? '';
