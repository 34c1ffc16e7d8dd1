import type { AttestationKind, Service } from '@proofkeep/contract';

/** The service that each kind is charged as, by the page, file, digest or minute. */
export const serviceOf: Record<AttestationKind, Service> = {
  page: 'page',
  ecommerce: 'ecommerce',
  files: 'file',
  digests: 'hash',
  live: 'session-minute',
  device: 'device-minute',
};
