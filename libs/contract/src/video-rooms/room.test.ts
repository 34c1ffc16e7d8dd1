import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { roomConsentOf, roomConsentVersion } from './room.ts';

/** SHA-256 of the words of each version. A change of the words adds a version here; one that was published stays. */
const digests: Record<number, string> = {
  1: '8355efb2ee5b8cdcbffae90e0bb92ec8512113b3bf91467749fc7d8eb1ada15c',
};

it('words of consent change only together with their version', () => {
  const words = JSON.stringify((['zh', 'en'] as const).map((language) => roomConsentOf('{office}', language)));

  expect(createHash('sha256').update(words).digest('hex')).toBe(digests[roomConsentVersion]);
});
