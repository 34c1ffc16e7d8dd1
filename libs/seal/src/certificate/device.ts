import { paths } from '@proofkeep/bundle';
import type { DeviceFacts } from './facts.ts';
import { ink, type Label, type Paper, page } from './paper.ts';
import { byteCount, legalTime } from './text.ts';

const labels = {
  name: ['存证名称', 'Name'],
  device: ['设备名称', 'Device'],
  key: ['设备公钥摘要', 'Device key'],
  bound: ['绑定时间', 'Bound'],
  claimed: ['设备所称起止', 'Recorded'],
  segments: ['分段', 'Segments'],
  positions: ['位置', 'Positions'],
  bytes: ['总大小', 'Total size'],
  read: ['读取完成时间', 'Read'],
  head: ['哈希链终点', 'Chain head'],
} as const satisfies Record<string, Label>;

/** What the certificate proves, and what it doesn't. */
export const deviceLimits: readonly Label[] = [
  [
    '本证书证明：所列分段由上述设备的密钥逐段签名并依次相连，本系统于上述时间之前收到；自写入存证日志起未被改动。',
    'This certificate states that the key of the device above signed the listed segments, each chained to the previous one, that the service had received them by the time above, and that they have not changed since they were logged.',
  ],
  [
    '本证书不证明：录制内容真实，或设备未被他人控制。拍摄时间与位置由设备自行声明，未经核实；设备密钥在收到分段之前是否被他人使用，本系统无从得知。',
    'It does not state that what was recorded is true, or that no other person controlled the device. Times of recording and positions are stated by the device and were not verified.',
  ],
];

/** Draws the facts at the top of the certificate. */
export function drawDeviceSubject(paper: Paper, { title, device, bytes, examinedAt, positions }: DeviceFacts): void {
  paper.fact(labels.name, title);
  paper.fact(labels.device, device.name);
  paper.fact(labels.bound, legalTime(new Date(device.boundAt)));
  paper.fact(
    labels.claimed,
    `${legalTime(new Date(device.claimedFrom))}\n${legalTime(new Date(device.claimedUntil))}`,
    { tail: '设备时钟 device clock' },
  );
  paper.fact(labels.segments, `${device.held} / ${device.segments}`);
  paper.fact(labels.positions, `${positions}`);
  paper.fact(labels.bytes, `${byteCount(bytes)} B`);
  paper.fact(labels.read, legalTime(examinedAt));
}

/** Segments that the certificate lists; `data/segments.jsonl` has all of them. */
const maxListed = 200;

/** Draws the gaps of the recording, and its segments with their digests. */
export function drawDevice(paper: Paper, { device, gaps, segments }: DeviceFacts): void {
  if (gaps.length > 0) paper.heading(['缺口', 'Gaps']);
  for (const [zh, en] of gaps) paper.paragraph(`${zh}\n${en}`, { size: 7.6 });
  paper.heading(['设备签名的分段', 'Segments signed by the device']);
  paper.fact(labels.key, device.key, { mono: true });
  paper.fact(labels.head, device.head, { mono: true });
  for (const segment of segments.slice(0, maxListed)) drawSegment(paper, segment);
  const more = segments.length - maxListed;
  if (more > 0) paper.paragraph(`另有 ${more} 段，见 ${paths.segments}\n${more} more, see ${paths.segments}`);
}

function drawSegment(paper: Paper, { n, startedAt, size, sha256, hasContent }: DeviceFacts['segments'][number]): void {
  paper.room(26);
  const { doc, width, y } = paper;
  const head = `${n}   ${legalTime(new Date(startedAt))}`;
  doc.font('sans').fontSize(8.2).fillColor(ink.text).text(head, page.left, y, { lineBreak: false });
  const tail = hasContent ? byteCount(size) : '无内容 no content';
  doc.fillColor(hasContent ? ink.soft : ink.warning).text(tail, page.left, y, { width, align: 'right' });
  doc
    .font('mono')
    .fontSize(7.2)
    .fillColor(ink.soft)
    .text(sha256, page.left, y + 11.5, { lineBreak: false });
  paper.y = y + 25;
}
