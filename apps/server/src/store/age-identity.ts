import { readFile } from 'node:fs/promises';
import { type AgeKey, ageKeyOf } from './age.ts';

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const prefix = 'age-secret-key-';

/** Reads the first secret key of a file as `age-keygen` writes it. @throws Error without its content */
export async function readAgeKey(path: string): Promise<AgeKey> {
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
  const line = lines.find((one) => one !== '' && !one.startsWith('#'));
  if (!line) throw new Error(`${path} has no age secret key (AGE-SECRET-KEY-1…).`);
  return ageKeyOf(scalarOf(line, path));
}

/** Bech32 (BIP 173), which age writes in upper case. */
function scalarOf(text: string, path: string): Buffer {
  const broken = new Error(`${path} has no valid age secret key (AGE-SECRET-KEY-1…).`);
  const lower = text.toLowerCase();
  if (text !== text.toUpperCase() || !lower.startsWith(`${prefix}1`)) throw broken;
  const values = Array.from(lower.slice(prefix.length + 1), (character) => alphabet.indexOf(character));
  if (values.includes(-1) || checksumOf([...expanded(prefix), ...values]) !== 1) throw broken;
  const bytes: number[] = [];
  let bits = 0;
  let buffered = 0;
  for (const value of values.slice(0, -6)) {
    buffered = ((buffered << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffered >> bits) & 0xff);
  }
  if (bytes.length !== 32) throw broken;
  return Buffer.from(bytes);
}

const expanded = (text: string): number[] => {
  const codes = [...text].map((character) => character.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
};

function checksumOf(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, generator] of generators.entries()) if ((top >> i) & 1) sum ^= generator;
  }
  return sum >>> 0;
}
