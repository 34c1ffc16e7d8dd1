import { describe, expect, it } from 'vitest';
import { readAnchorsFile } from './anchors.ts';

describe('a file of trust anchors', () => {
  it('is read with what it names, and without what it says besides', () => {
    const text = '{"v":1,"roots":["pem"],"logs":["vkey"],"note":"ours"}';

    expect(readAnchorsFile(text)).toEqual({ v: 1, roots: ['pem'], logs: ['vkey'] });
  });

  it.each(['', 'null', '{"v":2,"roots":[],"logs":[]}', '{"v":1,"roots":[]}', '{"v":1,"roots":[1],"logs":[]}'])(
    'is refused as %s',
    (text) => {
      expect(() => readAnchorsFile(text)).toThrow(expect.objectContaining({ code: 'JSON_INVALID' }));
    },
  );
});
