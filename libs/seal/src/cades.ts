import { hash } from 'node:crypto';
import { cmsSigner, type TokenSource } from './cms.ts';
import type { CertifiedKey } from './keys.ts';
import { oids } from './oids.ts';

/**
 * Detached CAdES signature over `content`: DER ContentInfo, with a timestamp over the signature value when asked. Its signed
 * attributes are those of ETSI EN 319 122-1 level B but for signing-time: a time that the signer claims proves nothing here.
 * Throws what the key or the timestamp source throws.
 */
export async function signDetached(
  signer: CertifiedKey,
  content: Uint8Array,
  options: { timestamp?: TokenSource } = {},
): Promise<Uint8Array> {
  return cmsSigner(signer).sign({ contentType: oids.data, digest: hash('sha256', content, 'buffer'), ...options });
}
