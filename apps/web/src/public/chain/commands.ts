import { tilePath, tileWidth } from '@proofkeep/tlog';

/** C2SP signed-note: the signature line's base64 is four bytes of key hash and 64 of Ed25519; the key's is a type byte and 32. */
export const checkpointCommands = (tiles: string, vkey: string): string =>
  [
    `curl -sfo checkpoint ${tiles}checkpoint`,
    "sed '/^$/,$d' checkpoint > signed.txt",
    "tail -n 1 checkpoint | cut -d ' ' -f 3 | base64 -d | tail -c 64 > signature",
    // RFC 8410 §4: what stands before the 32 bytes of an Ed25519 key.
    `{ printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; printf '${keyOf(vkey)}' | base64 -d | tail -c 32; } > key.der`,
    'openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in signed.txt -sigfile signature',
  ].join('\n');

/** Base64 has plus signs of its own. */
const keyOf = (vkey: string): string => vkey.split('+').slice(2).join('+');

/** The tile of level 0, or the bundle of entries, that holds the newest entry of a log of this size (C2SP tlog-tiles). */
export function newestTile(size: number, level: 0 | 'entries'): string {
  const index = Math.floor((size - 1) / tileWidth);
  return tilePath({ level, index, width: size - index * tileWidth });
}
