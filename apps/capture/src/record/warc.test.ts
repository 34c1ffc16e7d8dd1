import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answered, origin } from '../testing/exchange.ts';
import { type BodyFile, BodyFolder } from './body.ts';
import { writeWarc } from './warc.ts';

const folder = mkdtempSync(join(tmpdir(), 'warc-'));

/** A long body whose file disappears between its digest and its writing. */
function vanishing(): BodyFile {
  const body = new BodyFolder(folder).next();
  body.append(Buffer.alloc(3 * 2 ** 20, 'long text '));
  body.close();
  const { path } = body;
  let opened = 0;
  Object.defineProperty(body, 'path', {
    get: () => {
      opened += 1;
      if (opened === 2) rmSync(path);
      return path;
    },
  });
  return body;
}

describe('writing the WARC', () => {
  it('fails if a long body can no longer be read', async () => {
    const exchange = answered('https://shop.example/long.txt', { body: vanishing() });

    await expect(writeWarc(join(folder, 'data.warc.gz'), [exchange], origin)).rejects.toThrow('ENOENT');
  });
});
