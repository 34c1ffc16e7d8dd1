import { hash } from 'node:crypto';
import { cmsSigner, type TokenSource } from './cms.ts';
import type { CertifiedKey } from './keys.ts';
import { oids } from './oids.ts';

/**
 * Detached CAdES signature over `content`, baseline level B-B (ETSI EN 319 122-1 §6), B-T with a timestamp: DER ContentInfo.
 * The signing-time is what that level asks for and proves nothing by itself.
 * Throws what the key or the timestamp source throws.
 */
export async function signDetached(
  signer: CertifiedKey,
  content: Uint8Array,
  options: { claimedAt: Date; timestamp?: TokenSource },
): Promise<Uint8Array> {
  return cmsSigner(signer).sign({ contentType: oids.data, digest: hash('sha256', content, 'buffer'), ...options });
}
