export * from './attestations.ts';
export * from './capture.ts';
