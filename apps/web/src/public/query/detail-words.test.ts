import { describe, expect, it } from 'vitest';
import { detailIn, plainNames, printable } from './detail-words.ts';

describe('what the verifier found', () => {
  it.each([
    [
      'object',
      'its SHA-256 is another',
      '内容与封存时不同（SHA-256 摘要不一致）',
      'Its content is not what was sealed (SHA-256 differs)',
    ],
    ['object', 'it has 3 bytes instead of 4', '大小为 3 字节，封存时为 4 字节', 'It has 3 bytes; 4 were sealed'],
    [
      'object',
      'data/a.txt: its CRC-32 is wrong',
      '内容与封存时不同（校验和不符）',
      'Its content is not what was sealed (checksum differs)',
    ],
    ['inclusion', '1 / 2', '第 1 号条目，共 2 条', 'Entry 1 of 2'],
    [
      'checkpoint',
      'no key of log.example is trusted',
      '所选信任锚中没有日志 log.example 的密钥',
      'The chosen anchors have no key of the log log.example',
    ],
    [
      'manifest-signature',
      'no certificate of CN=Root is trusted; CN=Seal (SHA-256 00) says that CN=Root issued it',
      '所选信任锚中没有颁发者 CN=Root',
      'The chosen anchors do not name CN=Root, which issued it',
    ],
  ] as const)('is said in both languages: %s, %s', (check, detail, zh, en) => {
    expect([detailIn({ check, detail }, 'zh'), detailIn({ check, detail }, 'en')]).toEqual([zh, en]);
  });

  it('is left to its own words where there are no others', () => {
    expect(detailIn({ check: 'manifest', detail: 'objects: too small' }, 'zh')).toBeNull();
  });

  it('names people without the short names of their parts', () => {
    expect(plainNames('CN=Seal, OU=Office, O=Proofkeep')).toBe('Seal, Office, Proofkeep');
  });

  it('cannot turn the reading order of the page', () => {
    expect(printable('a\u202egpj.exe\n')).toBe('a\ufffdgpj.exe\ufffd');
  });
});
