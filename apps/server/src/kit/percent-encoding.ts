/** Encodes everything but unreserved characters (RFC 3986 §2.3); `encodeURIComponent` leaves five more. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
