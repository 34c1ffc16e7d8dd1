import type { ClockReading } from '@proofkeep/contract';

/** A clock's offset from time servers, as stated on the certificate. */
export function clockText(reading: ClockReading | null): string {
  if (!reading) return '未与任何外部时钟比对  not compared with outside clocks';
  const { offsetMs, uncertaintyMs, sources } = reading;
  const off = `${offsetMs > 0 ? '+' : ''}${offsetMs} ms ± ${uncertaintyMs} ms`;
  return `${off}（${sources} 个时间服务器一致）  ${sources} time servers agree`;
}
