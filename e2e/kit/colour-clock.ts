import { execFileSync } from 'node:child_process';

/** A picture of a recording, with the second that the sample site's page `/chat` shows by the colour of its corner. */
export interface Shown {
  atMs: number;
  /** Since the page began, modulo 64. */
  second: number;
}

/** Decodes a recording with ffmpeg; pictures without the clock are left out. */
export function clockIn(file: string): Shown[] {
  const times = execFileSync('ffprobe', [
    ...'-v error -select_streams v -show_entries frame=pts_time -of csv=p=0'.split(' '),
    file,
  ])
    .toString()
    .split('\n')
    .filter((line) => /\d/.test(line));
  const corner = '-vf crop=40:20:10:10,scale=1:1:flags=area -fps_mode passthrough -f rawvideo -pix_fmt rgb24 -'.split(
    ' ',
  );
  const pixels = execFileSync('ffmpeg', ['-v', 'fatal', '-i', file, ...corner], { maxBuffer: 2 ** 24 });
  return times.flatMap((time, n) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(n * 3);
    if (Math.abs(blue - 128) > 24) return [];
    return [{ atMs: Number.parseFloat(time) * 1000, second: Math.round(red / 32) + 8 * Math.round(green / 32) }];
  });
}

/** By how much the clock of the pictures and their times disagree, in ms: a clock of whole seconds may be up to one behind. */
export function clockError(shown: readonly Shown[]): number {
  const begun = shown.map(({ atMs, second }) => atMs - second * 1000);
  return Math.max(0, Math.max(...begun) - Math.min(...begun) - 1_000);
}
