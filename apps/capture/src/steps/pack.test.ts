import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Capture } from '../capture.ts';
import { removeBrowser } from './pack.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A capture whose browser removes its profile at its end, or leaves it. @returns the time of removal it states */
async function statedRemoval({ isLeft }: { isLeft: boolean }): Promise<string | null> {
  const profileDir = await mkdtemp(join(tmpdir(), 'profile-'));
  if (isLeft) folders.push(profileDir);
  const kill = async () => (isLeft ? undefined : rm(profileDir, { recursive: true }));
  const capture = { lease: { peek: () => ({ profileDir, kill }) }, environment: { profileRemovedAt: null } };
  await removeBrowser(capture as unknown as Capture);
  return capture.environment.profileRemovedAt;
}

describe('the removal of the browser’s profile', () => {
  it('is stated with its time', async () => {
    const begun = Date.now();

    const at = await statedRemoval({ isLeft: false });

    expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(begun);
  });

  it('is not stated if the folder is still there', async () => {
    expect(await statedRemoval({ isLeft: true })).toBeNull();
  });
});
