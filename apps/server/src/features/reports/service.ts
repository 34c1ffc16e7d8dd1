export { pendingReports } from './console.ts';
export { insertReport as openReport } from './store.ts';
