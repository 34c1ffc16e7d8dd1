/** Encodes a DER value as PEM (RFC 7468) with lines of 64 characters and a final newline. */
export function toPem(label: 'CERTIFICATE' | 'X509 CRL' | 'PRIVATE KEY', der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** Encodes a chain of DER certificates as PEM, in its order. */
export const chainPem = (chain: readonly Uint8Array[]): string =>
  chain.map((certificate) => toPem('CERTIFICATE', certificate)).join('');
