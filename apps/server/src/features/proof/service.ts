export { deleteExpiredCodeGrants } from './store.ts';
