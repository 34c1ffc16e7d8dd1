/** RFC 7468 text of one DER value, lines of 64 characters, ending in a newline. */
export function toPem(label: 'CERTIFICATE' | 'X509 CRL' | 'PRIVATE KEY', der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** PEM of a chain of DER certificates, in its order. */
export const chainPem = (chain: readonly Uint8Array[]): string =>
  chain.map((certificate) => toPem('CERTIFICATE', certificate)).join('');
