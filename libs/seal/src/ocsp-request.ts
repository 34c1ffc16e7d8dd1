import { hash } from 'node:crypto';
import { type Certificate, Parts, parseDer } from '@proofkeep/pki';
import { integer, nul, octets, sequence } from './der.ts';
import { oids } from './oids.ts';

/**
 * Encodes an OCSPRequest (RFC 6960 §4.1.1) about one certificate, without nonce, so that responders may answer from a cache.
 * SHA-1 only identifies the issuer; RFC 5019 §2.1.1 requires it, and many responders support nothing else.
 */
export function ocspRequest(certificate: Certificate, issuer: Certificate): Uint8Array {
  const spki = new Parts(parseDer(issuer.spki));
  spki.next();
  // The first byte of the BIT STRING counts unused bits: none.
  const key = spki.next().content.subarray(1);
  const certId = sequence(
    sequence(oids.sha1, nul),
    octets(hash('sha1', issuer.subject, 'buffer')),
    octets(hash('sha1', key, 'buffer')),
    integer(certificate.serial),
  );
  return sequence(sequence(sequence(sequence(certId))));
}
