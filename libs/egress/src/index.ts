export * from './address.ts';
export * from './allow.ts';
export * from './fetch.ts';
export * from './own-service.ts';
export * from './url.ts';
