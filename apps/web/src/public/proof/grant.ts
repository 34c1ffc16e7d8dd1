/** The service's grant for a check code lasts an hour; the tab stores it, so that a reload doesn't cost another use. */
const keyOf = (ano: string): string => `proof:${ano}`;

export const grantIn = (ano: string): string | null => sessionStorage.getItem(keyOf(ano));
export const keepGrant = (ano: string, grant: string): void => sessionStorage.setItem(keyOf(ano), grant);
export const forgetGrant = (ano: string): void => sessionStorage.removeItem(keyOf(ano));

/** The code in the URL's fragment, which a holder's link contains and no server sees. */
export const codeInAddress = (hash: string): string => new URLSearchParams(hash.slice(1)).get('code') ?? '';
