import { fromBase64, sameBytes, toBase64 } from './bytes.ts';
import { TlogError } from './error.ts';

/** C2SP signed-note: a text with signature lines `— name base64(key hash ‖ signature)`. */
export interface Note {
  /** The signed text; ends with a newline. */
  text: string;
  signatures: { name: string; keyHash: Uint8Array; signature: Uint8Array }[];
}

/** Signs notes under a name with an Ed25519 key. */
export interface NoteSigner {
  readonly name: string;
  /** The first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
  readonly keyHash: Uint8Array;
  /** An Ed25519 signature, 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** The public key that verifies signatures of a `NoteSigner`. */
export interface NoteKey {
  readonly name: string;
  /** 4 bytes, as in `NoteSigner`. */
  readonly keyHash: Uint8Array;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

const ed25519 = 0x01;
const keyHashBytes = 4;
/** C2SP signed-note requires a limit of at least 16. */
const maxSignatures = 100;
const encoder = new TextEncoder();
const nameForm = /^[^\s+]+$/u;
const notInNotes = /[^\n\u0020-\u{10FFFF}]/u;

/** Builds the key for a name and an Ed25519 public key of 32 bytes. @throws TlogError `FORM_INVALID` */
export async function noteKey(name: string, publicKey: Uint8Array): Promise<NoteKey> {
  if (!nameForm.test(name) || publicKey.length !== 32)
    throw new TlogError(
      'FORM_INVALID',
      'a note is signed under a name without spaces and plus, with a key of 32 bytes',
    );
  const message = new Uint8Array([...encoder.encode(name), 0x0a, ed25519, ...publicKey]);
  const digest = await crypto.subtle.digest('SHA-256', message);
  return { name, keyHash: new Uint8Array(digest, 0, keyHashBytes), publicKey };
}

/** Formats a verifier key, C2SP signed-note: `<name>+<key hash in hex>+<base64(0x01 ‖ public key)>`. */
export const formatVerifierKey = ({ name, keyHash, publicKey }: NoteKey): string =>
  `${name}+${toHex(keyHash)}+${toBase64(new Uint8Array([ed25519, ...publicKey]))}`;

/** Parses a verifier key and checks its key hash; ignores surrounding white space. @throws TlogError `FORM_INVALID` */
export async function parseVerifierKey(text: string): Promise<NoteKey> {
  // The base64 part may contain plus signs too.
  const match = /^([^+]+)\+([^+]+)\+(.+)$/.exec(text.trim());
  if (!match?.[1] || !match[2] || !match[3]) throw new TlogError('FORM_INVALID', 'not a verifier key');
  const [, name, hash, encoded] = match;
  const typed = fromBase64(encoded);
  if (typed.length !== 33 || typed[0] !== ed25519) throw new TlogError('FORM_INVALID', 'not an Ed25519 verifier key');
  const key = await noteKey(name, typed.slice(1));
  if (toHex(key.keyHash) !== hash)
    throw new TlogError('FORM_INVALID', 'the hash in the verifier key is not that of its key');
  return key;
}

/** Parses a note without verifying its signatures. @throws TlogError `FORM_INVALID` */
export function parseNote(note: string): Note {
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n') || notInNotes.test(note) || !note.isWellFormed())
    throw new TlogError('FORM_INVALID', 'not a signed note');
  const lines = note.slice(at + 2, -1).split('\n');
  if (lines.length > maxSignatures) throw new TlogError('FORM_INVALID', 'a note with too many signatures');
  return { text: note.slice(0, at + 1), signatures: lines.map(parseSignature) };
}

/**
 * Signs a text as a note with one signature.
 * @returns the whole note. @throws TlogError `INPUT_INVALID` when the text does not end with a newline
 */
export async function signNote(text: string, signer: NoteSigner): Promise<string> {
  if (!text.endsWith('\n')) throw new TlogError('INPUT_INVALID', 'the text of a note ends with a newline');
  const signature = await signer.sign(encoder.encode(text));
  return `${text}\n— ${signer.name} ${toBase64(new Uint8Array([...signer.keyHash, ...signature]))}\n`;
}

/**
 * Verifies a note with one key. Ignores signatures by other keys, as C2SP signed-note requires.
 * @returns the signed text
 * @throws TlogError `FORM_INVALID`; `SIGNATURE_INVALID` when the key did not sign the note or a signature under it is wrong
 */
export async function openNote(note: string, key: NoteKey): Promise<string> {
  const { text, signatures } = parseNote(note);
  const own = signatures.filter((line) => line.name === key.name && sameBytes(line.keyHash, key.keyHash));
  if (own.length === 0) throw new TlogError('SIGNATURE_INVALID', `no signature by ${key.name}`);
  const publicKey = await crypto.subtle.importKey('raw', new Uint8Array(key.publicKey), 'Ed25519', false, ['verify']);
  for (const { signature } of own)
    if (!(await crypto.subtle.verify('Ed25519', publicKey, new Uint8Array(signature), encoder.encode(text))))
      throw new TlogError('SIGNATURE_INVALID', `the signature by ${key.name} is not over this text`);
  return text;
}

function parseSignature(line: string): Note['signatures'][number] {
  const [dash, name, encoded, ...more] = line.split(' ');
  if (dash !== '—' || !name || !encoded || more.length > 0 || !nameForm.test(name))
    throw new TlogError('FORM_INVALID', 'not a signature line');
  const bytes = fromBase64(encoded);
  if (bytes.length <= keyHashBytes) throw new TlogError('FORM_INVALID', 'a signature line without a signature');
  return { name, keyHash: bytes.subarray(0, keyHashBytes), signature: bytes.subarray(keyHashBytes) };
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
