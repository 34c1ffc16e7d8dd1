import { hash } from 'node:crypto';
import { cmsSigner, type TokenSource } from './cms.ts';
import type { CertifiedKey } from './keys.ts';
import { oids } from './oids.ts';

/**
 * Detached signature over `content` (ETSI EN 319 122-1, level B; level T with a timestamp): DER ContentInfo.
 * Throws what the key or the timestamp source throws.
 */
export async function signDetached(
  signer: CertifiedKey,
  content: Uint8Array,
  options: { timestamp?: TokenSource } = {},
): Promise<Uint8Array> {
  return cmsSigner(signer).sign({ contentType: oids.data, digest: hash('sha256', content, 'buffer'), ...options });
}
