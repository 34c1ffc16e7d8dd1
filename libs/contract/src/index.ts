export * from './capture.ts';
