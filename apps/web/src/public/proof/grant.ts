/** The grant of a check code lasts an hour at the service; the tab keeps it, so that a reload doesn't cost another use. */
const keyOf = (ano: string): string => `proof:${ano}`;

export const grantIn = (ano: string): string | null => sessionStorage.getItem(keyOf(ano));
export const keepGrant = (ano: string, grant: string): void => sessionStorage.setItem(keyOf(ano), grant);
export const forgetGrant = (ano: string): void => sessionStorage.removeItem(keyOf(ano));

/** The code in the address's fragment, which a holder's link brings along and no server sees. */
export const codeInAddress = (hash: string): string => new URLSearchParams(hash.slice(1)).get('code') ?? '';
