import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentCrl, listRevoked } from './crl.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crl-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is never renewed if it is there but can’t be read: its revocations would be lost', async () => {
  const sign = vi.fn<() => void>();
  const issuer = { name: 'authority', key: { sign } } as unknown as Parameters<typeof currentCrl>[1];
  const now = new Date('2026-11-20T08:00:00Z');

  // Reading a folder fails, as a faulty disk does.
  await expect(currentCrl(folder, issuer, now)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(listRevoked(folder, issuer, { now, revoked: [] })).rejects.toMatchObject({ code: 'EISDIR' });
  expect(sign).not.toHaveBeenCalled();
});
