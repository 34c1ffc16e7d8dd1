import { hash } from 'node:crypto';
import { cmsSigner, type TokenSource } from './cms.ts';
import type { CertifiedKey } from './keys.ts';
import { oids } from './oids.ts';

/**
 * Signs `content` with a detached CAdES signature, baseline level B-B (ETSI EN 319 122-1 §6), or B-T with a timestamp. The
 * signing-time is required by that level and proves nothing by itself.
 * @returns DER ContentInfo. @throws errors of the key or the timestamp source
 */
export async function signDetached(
  signer: CertifiedKey,
  content: Uint8Array,
  options: { claimedAt: Date; timestamp?: TokenSource },
): Promise<Uint8Array> {
  return cmsSigner(signer).sign({ contentType: oids.data, digest: hash('sha256', content, 'buffer'), ...options });
}
