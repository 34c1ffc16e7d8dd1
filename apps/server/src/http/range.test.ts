import { describe, expect, it } from 'vitest';
import { wantedOf } from './range.ts';

const etag = '"7-1000"';
const wanted = (header: string | undefined, ifRange?: string) => wantedOf(header, ifRange, etag, 1000);

describe('a range (RFC 9110 §14)', () => {
  it.each([
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=999-999', { start: 999, end: 999 }],
    ['bytes=900-', { start: 900, end: 999 }],
    ['bytes=900-5000', { start: 900, end: 999 }],
    ['bytes=-100', { start: 900, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
  ])('%s selects a part of the file', (header, range) => {
    expect(wanted(header)).toEqual({ status: 206, range });
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0'])('%s is outside of the file', (header) => {
    expect(wanted(header)).toEqual({ status: 416 });
  });

  it.each([undefined, 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'items=0-9', 'bytes=0-1,4-5', 'bytes'])(
    '%s gets the whole file',
    (header) => {
      expect(wanted(header)).toEqual({ status: 200 });
    },
  );

  it('applies only to its own version', () => {
    expect(wanted('bytes=0-99', etag)).toMatchObject({ status: 206 });
    expect(wanted('bytes=0-99', '"6-1000"')).toEqual({ status: 200 });
    expect(wanted('bytes=0-99', 'Sat, 21 Nov 2026 10:00:00 GMT')).toEqual({ status: 200 });
  });

  it('does not exist in an empty file', () => {
    expect(wantedOf('bytes=0-', undefined, etag, 0)).toEqual({ status: 416 });
  });
});
