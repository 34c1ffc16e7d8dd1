import { tilePath, tileWidth } from '@proofkeep/tlog';

/** C2SP signed-note: a signature is a 4-byte key hash and a 64-byte Ed25519 signature; a key is a type byte and 32 bytes. */
export const checkpointCommands = (tiles: string, vkey: string): string =>
  [
    `curl -sfo checkpoint ${tiles}checkpoint`,
    "sed '/^$/,$d' checkpoint > signed.txt",
    "tail -n 1 checkpoint | cut -d ' ' -f 3 | base64 -d | tail -c 64 > signature",
    // RFC 8410 §4: DER prefix of a 32-byte Ed25519 public key.
    `{ printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; printf '${keyOf(vkey)}' | base64 -d | tail -c 32; } > key.der`,
    'openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in signed.txt -sigfile signature',
  ].join('\n');

/** Splits off only the first two fields: base64 may itself contain "+". */
const keyOf = (vkey: string): string => vkey.split('+').slice(2).join('+');

/** Path of the level-0 tile or entry bundle with the newest entry of a log of this size (C2SP tlog-tiles). */
export function newestTile(size: number, level: 0 | 'entries'): string {
  const index = Math.floor((size - 1) / tileWidth);
  return tilePath({ level, index, width: size - index * tileWidth });
}
