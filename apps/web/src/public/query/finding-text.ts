/** The parts of a distinguished name (RFC 4514) without their short names, which few people know. */
export const plainNames = (text: string): string => text.replaceAll(/\b(?:CN|OU|O|L|ST|C)=/g, '');

/** Titles, addresses and names are a stranger's words: none may turn the reading order or hide in control characters. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');
