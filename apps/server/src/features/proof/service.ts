export { sampleJobs } from './sample.ts';
export { deleteExpiredCodeGrants } from './store.ts';
