export { type BundlePart, bundleEntry, bundleParts, readIndex, writeIndex, zipOf } from './bundle.ts';
export {
  type EvidencePlace,
  fileList,
  mediaTypeOf,
  type Part,
  readManifest,
  requirePart,
  storedParts,
} from './parts.ts';
export {
  attestationPlace,
  certificatePlace,
  chunkPlace,
  dataPlace,
  evidenceRoot,
  isCertificateFolder,
  type Lease,
  lastFolder,
  leasePlace,
  localFence,
  recordingPlace,
} from './places.ts';
export {
  chooseSealedParts,
  manifestIn,
  type Parts,
  partIn,
  readData,
  readReport,
  readSealedParts,
  type SealedParts,
  type StoredFile,
  writeParts,
} from './sealed-parts.ts';
