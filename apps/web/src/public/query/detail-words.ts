import type { Language, Word } from '@proofkeep/contract';
import type { Finding } from '@proofkeep/verify';
import { moment } from '../../ui/words/formatters.ts';

/** What the verifier's details say, in words for people; `$1` is the first group of the pattern. */
const sentences: readonly (readonly [pattern: RegExp, ...says: Word])[] = [
  [/^it is missing$/, '缺少这个文件', 'This file is missing'],
  [/^it has (\d+) bytes instead of (\d+)$/, '大小为 $1 字节，封存时为 $2 字节', 'It has $1 bytes; $2 were sealed'],
  [
    /^its (SHA-256|SM3) is another$/,
    '内容与封存时不同（$1 摘要不一致）',
    'Its content is not what was sealed ($1 differs)',
  ],
  [
    /^(?:.+: )?its CRC-32 is wrong$/,
    '内容与封存时不同（校验和不符）',
    'Its content is not what was sealed (checksum differs)',
  ],
  [
    /^the (?:manifest|signed list) does not (?:list|have) it$/,
    '封存时没有这个文件，是后来加入的',
    'It was not there when the bundle was sealed: somebody added it',
  ],
  [/lists (?:it|a part) twice$/, '同一文件列出了两次', 'A file is listed twice'],
  [
    /^the manifest may list only what is under data\/$/,
    '清单列出了不属于证据的文件',
    'The manifest lists a file that is no evidence',
  ],
  [/^it belongs to another bundle$/, '属于另一份证据包', 'It belongs to another bundle'],
  [/^it commits to another (manifest|timestamp)$/, '对应的是另一份清单或时间戳', 'It is about another $1'],
  [/^it is not (?:the one that was sealed|what was signed)$/, '与签署时不同', 'It is not what was signed'],
  [/^the entry is not in the tree of this checkpoint$/, '日志中没有这个条目', 'The entry is not in the log’s tree'],
  [/^it is not signed by the log alone$/, '检查点不是只由日志签名', 'The checkpoint is not signed by the log alone'],
  [/^no key of (.+) is trusted$/, '所选信任锚中没有日志 $1 的密钥', 'The chosen anchors have no key of the log $1'],
  [
    /^no certificate of (.+) is trusted$/,
    '所选信任锚中没有颁发者 $1',
    'The chosen anchors do not name $1, which issued it',
  ],
  [/^(.+) was not signed by (.+)$/, '证书 $1 并非由 $2 签发', '$2 did not issue the certificate $1'],
  [/^no root to judge the lists by$/, '所选信任锚中没有相应的根证书', 'The chosen anchors have no root for this'],
  [
    /^the key in the bundle fits.*$/,
    '与证据包内所附的密钥相符，但这不能作为信任依据',
    'It fits the key inside the bundle, which is no reason to trust it',
  ],
  [
    /(?:is|was) (?:signed )?over another content|^the signature is not over this content$|^the signature by .+ is not over this text$/,
    '签名与内容不符',
    'The signature does not fit the content',
  ],
  [/^the token is over another content.*$/, '时间戳对应的是另一份内容', 'The timestamp is of another content'],
  [/^its certificates are not those of (.+)$/, '所用证书与 $1 中的不一致', 'Its certificates are not those in $1'],
  [/^it does not forbid later changes$/, '签章没有禁止后续改动', 'The seal does not forbid later changes'],
  [/^its signature carries no timestamp$/, '签章没有时间戳', 'The seal has no timestamp'],
  [
    /^the signed range does not cover the whole file$|^something hides behind the signature$/,
    '签章之后又加入了内容',
    'Something was added after it was sealed',
  ],
  [/^(.+) was out of date when it was sealed$/, '$1 在封存时已过期', '$1 was out of date at the time of sealing'],
  [/^(.+) was revoked on (.+)$/, '证书 $1 已于 $2 吊销', 'The certificate $1 was revoked on $2'],
  [
    /^captured, sealed and stamped in an order that cannot be$/,
    '取证、封存与时间戳的先后不可能成立',
    'The times of capture, seal and timestamp cannot be in this order',
  ],
  [
    /^more than an hour lies between.*$/,
    '取证、封存与时间戳相隔超过一小时',
    'More than an hour lies between capture, seal and timestamp',
  ],
  [
    /(?:its two headers disagree|its directory header is not in canonical form|does not follow on the entry before|is out of order)$/,
    '压缩包的结构被改动，或曾解开后重新打包',
    'The structure of the ZIP was altered, or it was unpacked and packed again',
  ],
  [
    /its name (?:stands twice|is not a plain relative path)$/,
    '文件名重复或不合规则',
    'A file name stands twice or is not allowed',
  ],
  [
    /^something stands between|^a part lies outside the file$|^the directory/,
    '压缩包的结构被改动',
    'The structure of the ZIP was altered',
  ],
  [/^(?:.+: )?the entry is not there$/, '证据包中没有这个文件', 'The bundle does not have this file'],
  [
    /not JSON in UTF-8$|not in RFC 8785 form$|^not in UTF-8$/,
    '内容已损坏或被改动，无法读取',
    'It was damaged or altered and cannot be read',
  ],
];

const stamped = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)(?: {2}(.+))?$/;
const count = /^\d+$/;
const place = /^(\d+) \/ (\d+)$/;

/**
 * A finding's detail in words for people: times in the reader's zone, reasons in his language.
 * Null for what only the verifier's own English says.
 */
export function detailIn({ check, detail }: Pick<Finding, 'check' | 'detail'>, language: Language): string | null {
  const [, at, who] = stamped.exec(detail) ?? [];
  if (at && check === 'revocation') return `${language === 'zh' ? '吊销列表签发于' : 'By the list of'} ${moment(at)}`;
  if (at) return [moment(at), who].filter(Boolean).join(' · ');
  const [, index, size] = place.exec(detail) ?? [];
  if (index) return language === 'zh' ? `第 ${index} 号条目，共 ${size} 条` : `Entry ${index} of ${size}`;
  if (count.test(detail))
    return language === 'zh' ? `${detail} 个文件` : `${detail} ${detail === '1' ? 'part' : 'parts'}`;
  // The first of two: which of the unknown certificates to ask for follows on it.
  const [reason = ''] = detail.split('; ');
  for (const [pattern, zh, en] of sentences) {
    const found = pattern.exec(reason);
    if (found) return (language === 'zh' ? zh : en).replaceAll(/\$(\d)/g, (_gap, n) => found[Number(n)] ?? '');
  }
  return null;
}

/** The parts of a distinguished name (RFC 4514) without their short names, which few people know. */
export const plainNames = (text: string): string => text.replaceAll(/\b(?:CN|OU|O|L|ST|C)=/g, '');

/** Titles, addresses and names are a stranger's words: none may turn the reading order or hide in control characters. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');
