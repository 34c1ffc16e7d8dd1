import { PkiError } from './error.ts';

/** Decodes every block with one label in a PEM text (RFC 7468) to DER. @throws PkiError ENCODING */
export function fromPem(text: string, label: 'CERTIFICATE' | 'X509 CRL' | 'PUBLIC KEY' = 'CERTIFICATE'): Uint8Array[] {
  const blocks = text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----\s*([A-Za-z0-9+/=\s]*?)-----END \1-----/g);
  return [...blocks].flatMap(([, found, body = '']) => {
    if (found !== label) return [];
    try {
      return [Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0))];
    } catch (cause) {
      throw new PkiError('ENCODING', 'a PEM block that is not base64', cause);
    }
  });
}
