export { fromBase64, toBase64 } from './bytes.ts';
export { type Checkpoint, checkpointText, parseCheckpoint } from './checkpoint.ts';
export { TlogError, type TlogErrorCode } from './error.ts';
export {
  emptyRoot,
  type Hash,
  leafHash,
  nodeHash,
  proveConsistency,
  proveInclusion,
  type ReadSubtree,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';
export {
  formatVerifierKey,
  type Note,
  type NoteKey,
  type NoteSigner,
  noteKey,
  openNote,
  parseNote,
  parseVerifierKey,
  signNote,
} from './note.ts';
export { formatTlogProof, parseTlogProof, type TlogProof } from './proof.ts';
export { encodeEntries, maxEntryBytes, parseTilePath, type Tile, tilePath, tilesBetween, tileWidth } from './tile.ts';
