import { hash } from 'node:crypto';
import { type Certificate, Parts, parseDer } from '@proofkeep/pki';
import { integer, nul, octets, sequence } from './der.ts';
import { oids } from './oids.ts';

/**
 * An OCSPRequest (RFC 6960 §4.1.1) about one certificate, without nonce, so that responders may answer from a cache. SHA-1 only
 * names the issuer; RFC 5019 §2.1.1 requires it, and many responders know nothing else.
 */
export function ocspRequest(certificate: Certificate, issuer: Certificate): Uint8Array {
  const spki = new Parts(parseDer(issuer.spki));
  spki.next();
  // A BIT STRING of whole bytes: its first says that no bit is left over.
  const key = spki.next().content.subarray(1);
  const certId = sequence(
    sequence(oids.sha1, nul),
    octets(hash('sha1', issuer.subject, 'buffer')),
    octets(hash('sha1', key, 'buffer')),
    integer(certificate.serial),
  );
  return sequence(sequence(sequence(sequence(certId))));
}
