export { AnchorsFile, readAnchorsFile } from './anchors.ts';
export { isAno, newAno } from './ano.ts';
export { agreedReading, ClockReading, ClockRecord, ClockSample, type Judged, judgeSample } from './clock.ts';
export {
  Comparison,
  comparedLines,
  comparePrices,
  compareTexts,
  PriceChange,
} from './comparison.ts';
export { CustodyEntry, CustodyRecord, custodyEntryBytes } from './custody.ts';
export {
  DeviceRecordingStart,
  derSignature,
  deviceEvents,
  deviceRecordingStart,
  type Gap,
  gapsOf,
  isBounded,
  mostSegments,
  SegmentHeader,
  SegmentLine,
  segmentBounds,
  segmentEndings,
  segmentPath,
  segmentsFolder,
} from './device.ts';
export {
  type Digests,
  digestChunks,
  type Hashes,
  loadHashes,
  newSha256,
  type Sha256,
  sha256Chunks,
  toHex,
} from './digest.ts';
export { BundleError, type BundleErrorCode } from './error.ts';
export { FileList, ListedFile } from './file-list.ts';
export { gzipMembers, type MemberPiece } from './gzip-members.ts';
export { verificationInstructions } from './instructions.ts';
export { canonicalBytes, canonicalText, readSealed, sameBytes } from './jcs.ts';
export { diffLines, LineChange, turnsInto } from './line-diff.ts';
export {
  CertificateData,
  Contents,
  certificateFile,
  DeclinedAuthorities,
  type DeclinedAuthority,
  DeviceManifest,
  FilesManifest,
  isCaptured,
  isListedPart,
  Leaf,
  LiveManifest,
  Manifest,
  ManifestObject,
  operatorOf,
  outsideTokenNumber,
  PageManifest,
  paths,
  requiredParts,
  tokenPaths,
} from './manifest.ts';
export {
  DeedLeaf,
  DeedStatement,
  deedDocumentKinds,
  isMatterPart,
  JournalEntry,
  MatterHeadLeaf,
  MatterManifest,
  matterPartsApart,
  matterPaths,
  recordingFolder,
  requiredMatterParts,
} from './matter.ts';
export { matterInstructions } from './matter-instructions.ts';
export {
  AcceptDetail,
  ConsentDetail,
  ConsentWords,
  DrawDetail,
  HandwritingStrokes,
  IssueDetail,
  RecordedHead,
  RecordedParty,
  RecordedSession,
  RecordingPieces,
  RoomConsentDetail,
  SignDetail,
} from './matter-record.ts';
export {
  isPriceField,
  isProductValue,
  ProductBox,
  ProductField,
  type ProductFieldName,
  ProductImage,
  ProductRecord,
  ProductSource,
  productFields,
  StructuredData,
} from './product.ts';
export {
  amountsIn,
  collapsed,
  currenciesIn,
  holdsParts,
  type ProductReading,
  readableForms,
  readProductValue,
  responseText,
} from './product-value.ts';
export { type RecordedFrame, recordedFrames } from './recorded-frames.ts';
export {
  chunkBytes,
  HeadLeaf,
  HeadProofs,
  headLeafBytes,
  RecordingChunk,
  RecordingHeads,
  RecordingStart,
  startBytes,
} from './recording.ts';
export {
  type CollectedCertificate,
  type CollectFailure,
  collectedParts,
  collectedPath,
  isCollectedPath,
  OutsideRevocation,
} from './revocation.ts';
export { type RoomRecordingStart, roomRecordingStart, roomRecordingStep } from './room-recording.ts';
export type { Applicant, Operator } from './submitter.ts';
export { Place, type SecondFailure, secondFailures, secondFolder, secondPath } from './vantage.ts';
export type { ZipEntry } from './zip-format.ts';
export { blobSource, bytesSource, openZip, type Source, type Zip } from './zip-reader.ts';
export { type PlacedPart, zipSource } from './zip-source.ts';
