export { type Anchors, noAnchors, readAnchors } from './anchors.ts';
export type { Detail, DetailCode } from './details.ts';
export type { MatterReport, MatterSigner, Withheld } from './matter/matter-report.ts';
export { type DeedProof, documentDigests, verifyDeed } from './matter/public-deed.ts';
export { verifyMatter } from './matter/verify-matter.ts';
export { type Check, checks, type Finding, type Report, type Verdict } from './report.ts';
export { type VerifyOptions, verifyBundle, verifySealed } from './verify.ts';
export { isMatterReport, verifyFile } from './verify-file.ts';
export { wordsIn } from './words.ts';
