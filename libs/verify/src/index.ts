export { type Anchors, noAnchors, readAnchors } from './anchors.ts';
export type { Detail, DetailCode } from './details.ts';
export { type Check, checks, type Finding, type Report, type Verdict } from './report.ts';
export { type VerifyOptions, verifyBundle, verifySealed } from './verify.ts';
export { wordsIn } from './words.ts';
