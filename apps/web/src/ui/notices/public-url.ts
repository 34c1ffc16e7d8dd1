/** `PUBLIC_URL` of the service, which it writes into the document; null in a document that it didn't send. */
export const publicUrl = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content ?? null;

/** The site was opened at a URL other than `PUBLIC_URL`. */
export const isOtherAddress = publicUrl !== null && new URL(publicUrl).origin !== location.origin;
