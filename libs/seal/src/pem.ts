/** RFC 7468 text of one DER value, lines of 64 characters, ending in a newline. */
export function toPem(label: 'CERTIFICATE' | 'X509 CRL' | 'PRIVATE KEY', der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** The DER values of all certificates in a PEM text, in its order. */
export function certificatesOf(pem: string): Uint8Array[] {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  return [...blocks].map(([, body = '']) => Buffer.from(body, 'base64'));
}
