import { bytesSource, openZip } from '@proofkeep/bundle';
import { describe, expect, it } from 'vitest';
import { fileKindOf } from './file-kind.ts';

/** A minimal ZIP with one part of that name. */
const zipWith = (name: string): string => {
  const header = `\x14\x00\x00\x00\x00\x00${'\0'.repeat(16)}${String.fromCharCode(name.length)}\0\0\0`;
  const directory = `PK\x01\x02\x14\x00${header}${'\0'.repeat(14)}${name}`;
  return `PK\x03\x04${header}${name}content${directory}PK\x05\x06${'\0'.repeat(18)}`;
};
const blob = (text: string) => new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);
const bundle = zipWith('proof/leaf.json');

describe('fileKindOf', () => {
  it.each([
    ['a bundle', 'bundle', bundle],
    ['a bundle also when its first byte was altered', 'bundle', `X${bundle.slice(1)}`],
    ['a ZIP that was cut off', 'cut-off', bundle.slice(0, -10)],
    ['a ZIP that something was put behind', 'cut-off', `${bundle}more`],
    ['another ZIP, with a comment', 'other-zip', `${zipWith('x').slice(0, -2)}\x05\0hello`],
    ['another ZIP', 'other-zip', zipWith('holiday.jpg')],
    ['an empty ZIP', 'other-zip', `PK\x05\x06${'\0'.repeat(18)}`],
    ['no ZIP', 'not-zip', 'The words PK and proof/leaf.json make no ZIP'],
    ['empty', 'empty', ''],
  ])('recognizes: %s', async (_what, kind, text) => {
    expect(await fileKindOf(blob(text))).toBe(kind);
  });

  it('accepts files by part names alone, even if the bundle reader then rejects them', async () => {
    const bytes = new Uint8Array(await blob(bundle).arrayBuffer());

    await expect(openZip(bytesSource(bytes))).rejects.toThrow();
  });
});
