import type { Word } from '../shared/words.ts';
import type { DeviceGap } from './device.ts';

const range = ({ n, last }: { n: number; last: number }): Word =>
  n === last ? [`第 ${n} 段`, `Segment ${n}`] : [`第 ${n} 至 ${last} 段`, `Segments ${n} to ${last}`];

/** A sentence about a gap in a recording. */
export function gapWords(gap: DeviceGap): Word {
  switch (gap.kind) {
    case 'missing':
      return [`${range(gap)[0]}没有收到，内容无从得知`, `${range(gap)[1]}: never received, nothing is known`];
    case 'content':
      return [`${range(gap)[0]}只收到摘要，没有内容`, `${range(gap)[1]}: only the digest was received, no content`];
    case 'pause': {
      const seconds = Math.round(gap.ms / 1000);
      return [`第 ${gap.n} 段之前中断 ${seconds} 秒`, `Nothing was recorded for ${seconds} s before segment ${gap.n}`];
    }
    case 'clock': {
      const seconds = Math.round(gap.ms / 1000);
      const by = `${seconds > 0 ? '+' : ''}${seconds}`;
      return [
        `第 ${gap.n} 段之前，设备时钟跳变 ${by} 秒`,
        `The device's clock jumped by ${by} s before segment ${gap.n}`,
      ];
    }
    case 'end':
      return [
        `第 ${gap.n} 段不是最后一段，其后的内容没有收到`,
        `Segment ${gap.n} is not the last one; later ones are missing`,
      ];
  }
}
