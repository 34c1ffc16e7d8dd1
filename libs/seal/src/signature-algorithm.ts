import { nul, sequence } from './der.ts';
import { SealError } from './error.ts';
import type { KeyAlgorithm } from './keys.ts';
import { oids } from './oids.ts';

const ecdsa = sequence(oids.ecdsaWithSha256);
const rsa = sequence(oids.sha256WithRsa, nul);

/**
 * AlgorithmIdentifier of signatures in certificates and CMS: RFC 5758 §3.2 (no parameters), RFC 4055 §5 (NULL).
 * @throws SealError `KEY_UNSUITABLE` for Ed25519: CMS requires SHA-512 with it (RFC 8419), and here it signs the log only
 */
export function signatureAlgorithm(alg: KeyAlgorithm): Uint8Array {
  if (alg === 'ed25519') throw new SealError('KEY_UNSUITABLE', 'Ed25519 keys do not sign certificates or CMS here');
  return alg === 'rsa-sha256' ? rsa : ecdsa;
}
