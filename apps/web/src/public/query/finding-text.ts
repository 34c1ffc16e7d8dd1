/** Removes the attribute names (`CN=`, `O=`) of a distinguished name (RFC 4514), which few users know. */
export const plainNames = (text: string): string => text.replaceAll(/\b(?:CN|OU|O|L|ST|C)=/g, '');

/** Replaces control and bidi characters: titles, URLs and names are untrusted and must not reorder or hide text. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');
