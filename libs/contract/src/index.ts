export * from './account.ts';
export * from './attestations.ts';
export * from './call.ts';
export * from './capture.ts';
export * from './refusals.ts';
export * from './sentences.ts';
export * from './words.ts';
