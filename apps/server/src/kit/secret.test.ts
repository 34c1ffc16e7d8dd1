import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownSecret } from './secret.ts';

const home = mkdtempSync(join(tmpdir(), 'secret-'));
afterAll(() => rmSync(home, { recursive: true }));

describe('an installation secret', () => {
  it('is the same for concurrent first callers, permanent, and readable by its owner only', async () => {
    const path = join(home, 'keys', 'one');
    const first = await Promise.all(Array.from({ length: 20 }, () => ownSecret(path)));

    expect(new Set([...first, await ownSecret(path)]).size).toBe(1);
    expect(first[0]).toMatch(/^[\w-]{43}$/);
    expect(await ownSecret(join(home, 'keys', 'other'))).not.toBe(first[0]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, 'keys')).sort()).toEqual(['one', 'other']);
  });
});
