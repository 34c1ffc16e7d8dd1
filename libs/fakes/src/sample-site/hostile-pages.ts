import type { Visit } from './visit.ts';
export const hostilePage = (_visit: Visit): boolean => false;
