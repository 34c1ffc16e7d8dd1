import { createSign, createVerify, type KeyObject } from 'node:crypto';

/**
 * Returns the signed text of parameters: non-empty ones without `sign`, sorted by name, as `name=value` joined by `&`
 * (https://opendocs.alipay.com/common/02khjm). Requests include `sign_type`, page returns do not.
 */
export function signedText(parameters: Readonly<Record<string, string>>, o: { withSignType: boolean }): string {
  return Object.entries(parameters)
    .filter(([name, value]) => value !== '' && name !== 'sign' && (o.withSignType || name !== 'sign_type'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** RSA2: RSASSA-PKCS1-v1_5 with SHA-256, base64. */
export const rsa2 = (text: string, key: KeyObject): string => createSign('RSA-SHA256').update(text).sign(key, 'base64');

/** Whether a base64 signature over a text is valid (RSASSA-PKCS1-v1_5, SHA-256). */
export const isRsa2 = (text: string, sign: string, key: KeyObject): boolean =>
  createVerify('RSA-SHA256').update(text).verify(key, sign, 'base64');
