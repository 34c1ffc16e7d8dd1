export * from './attestations.ts';
export * from './capture.ts';
export * from './language.ts';
export * from './sentences.ts';
export * from './words.ts';
