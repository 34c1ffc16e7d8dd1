/** Page with the user's reported problems. */
export const reportsPath = '/reports';
/** Page of one reported problem. */
export const reportPath = (id: string): string => `${reportsPath}/${id}`;
