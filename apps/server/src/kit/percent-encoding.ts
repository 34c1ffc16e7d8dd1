/** RFC 3986 §2.3: everything but unreserved characters, of which JavaScript spares five more. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
