export * from './address.ts';
export * from './allow.ts';
export * from './fetch.ts';
export * from './url.ts';
