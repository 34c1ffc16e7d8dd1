/** Page of the site with one matter. */
export const matterPath = (id: string): string => `/notarization/${id}`;
