import { fromBase64, sameBytes, toBase64 } from './bytes.ts';
import { LedgerError } from './error.ts';

/** C2SP signed-note: a text with signature lines `— name base64(key hash ‖ signature)`. */
export interface Note {
  /** Ends with a newline; it is what is signed. */
  text: string;
  signatures: { name: string; keyHash: Uint8Array; signature: Uint8Array }[];
}

/** An Ed25519 key that signs notes under a name. */
export interface NoteSigner {
  readonly name: string;
  /** The first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
  readonly keyHash: Uint8Array;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export interface NoteKey {
  readonly name: string;
  readonly keyHash: Uint8Array;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

const ed25519 = 0x01;
const encoder = new TextEncoder();
const nameForm = /^[^\s+\p{Cc}]+$/u;

/** Parses `<name>+<key hash in hex>+<base64(0x01 ‖ public key)>` and checks the hash. @throws LedgerError FORM_INVALID */
export async function parseVerifierKey(text: string): Promise<NoteKey> {
  const [name, hash, rest] = splitKey(text.trim());
  const key = fromBase64(rest);
  if (key.length !== 33 || key[0] !== ed25519) throw new LedgerError('FORM_INVALID', 'not an Ed25519 verifier key');
  const publicKey = key.subarray(1);
  const message = new Uint8Array([...encoder.encode(name), 0x0a, ...key]);
  const keyHash = new Uint8Array(await crypto.subtle.digest('SHA-256', message)).subarray(0, 4);
  const hex = Array.from(keyHash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== hash) throw new LedgerError('FORM_INVALID', 'the hash in the verifier key is not that of its key');
  return { name, keyHash, publicKey };
}

/** @throws LedgerError FORM_INVALID */
export function parseNote(note: string): Note {
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n') || /[^\P{Cc}\n]/u.test(note))
    throw new LedgerError('FORM_INVALID', 'not a signed note');
  const lines = note.slice(at + 2, -1).split('\n');
  return { text: note.slice(0, at + 1), signatures: lines.map(parseSignature) };
}

export async function signNote(text: string, signer: NoteSigner): Promise<string> {
  const signature = await signer.sign(encoder.encode(text));
  const line = toBase64(new Uint8Array([...signer.keyHash, ...signature]));
  return `${text}\n— ${signer.name} ${line}\n`;
}

/** The text of a note that the key has signed. @throws LedgerError FORM_INVALID, SIGNATURE_INVALID */
export async function openNote(note: string, key: NoteKey): Promise<string> {
  const { text, signatures } = parseNote(note);
  const own = signatures.filter((line) => line.name === key.name && sameBytes(line.keyHash, key.keyHash));
  const [line] = own;
  if (!line || own.length > 1) throw new LedgerError('SIGNATURE_INVALID', `${own.length} signatures by ${key.name}`);
  const publicKey = await crypto.subtle.importKey('raw', new Uint8Array(key.publicKey), 'Ed25519', false, ['verify']);
  const valid = await crypto.subtle.verify('Ed25519', publicKey, new Uint8Array(line.signature), encoder.encode(text));
  if (!valid) throw new LedgerError('SIGNATURE_INVALID', `the signature by ${key.name} is not over this text`);
  return text;
}

function parseSignature(line: string): Note['signatures'][number] {
  const match = /^— (\S+) (\S+)$/.exec(line);
  if (!match?.[1] || !match[2] || !nameForm.test(match[1]))
    throw new LedgerError('FORM_INVALID', 'not a signature line');
  const bytes = fromBase64(match[2]);
  if (bytes.length < 5) throw new LedgerError('FORM_INVALID', 'a signature line without a signature');
  return { name: match[1], keyHash: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

function splitKey(text: string): [string, string, string] {
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text);
  if (!match?.[1] || !match[2] || !match[3] || !nameForm.test(match[1]))
    throw new LedgerError('FORM_INVALID', 'not a verifier key');
  return [match[1], match[2], match[3]];
}
