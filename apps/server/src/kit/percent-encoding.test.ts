import { expect, it } from 'vitest';
import { percentEncoded } from './percent-encoding.ts';

it('encodes everything but the unreserved characters of RFC 3986', () => {
  const unreserved = 'ABCXYZabcxyz0189-._~';

  expect(percentEncoded(unreserved)).toBe(unreserved);
  expect(percentEncoded("!'()*")).toBe('%21%27%28%29%2A');
  expect(percentEncoded('王 +/&=')).toBe('%E7%8E%8B%20%2B%2F%26%3D');
});
