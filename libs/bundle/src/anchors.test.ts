import { describe, expect, it } from 'vitest';
import { readAnchorsFile } from './anchors.ts';

describe('an anchor file', () => {
  it('is read without its unknown fields', () => {
    const text = '{"v":1,"roots":["pem"],"logs":["vkey"],"note":"ours"}';

    expect(readAnchorsFile(text)).toEqual({ v: 1, roots: ['pem'], logs: ['vkey'] });
  });

  it.each(['', 'null', '{"v":2,"roots":[],"logs":[]}', '{"v":1,"roots":[]}', '{"v":1,"roots":[1],"logs":[]}'])(
    'is rejected: %s',
    (text) => {
      expect(() => readAnchorsFile(text)).toThrow(expect.objectContaining({ code: 'JSON_INVALID' }));
    },
  );
});
