/** Page of the site with the problems that the user reported. */
export const reportsPath = '/reports';
/** Page of one reported problem. */
export const reportPath = (id: string): string => `${reportsPath}/${id}`;
