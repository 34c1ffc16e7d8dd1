import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How to make a playback copy. */
export interface PlaybackOptions {
  /** Size of its picture, in pixels. */
  width: number;
  height: number;
  /** Ends ffmpeg. */
  signal: AbortSignal;
}

const mostPixels = 4_000_000;

/**
 * Encodes a recording of a live session (Matroska with JPEG) as MP4, which browsers play; frames keep their times. A
 * recording comes from a node that opens hostile pages: ffmpeg may open no other file or URL that it names, decodes nothing
 * but JPEG, and no picture much larger than the session's.
 * @param to path of a file that doesn't exist
 * @returns whether the copy is complete: false without ffmpeg, for an unreadable recording, after an abort, or if `from` failed
 */
export async function encodePlayback(from: Readable, to: string, o: PlaybackOptions): Promise<boolean> {
  const { width, height, signal } = o;
  const fitted = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,format=yuv420p`;
  const trusted = `-protocol_whitelist pipe -codec_whitelist mjpeg -max_pixels ${mostPixels}`;
  const input = `-nostdin -v error ${trusted} -f matroska -copyts -i pipe:0 -an -sn`.split(' ');
  // With B-frames, the track would end before a still picture at the end, and players couldn't seek there.
  const coding = '-fps_mode vfr -c:v libx264 -preset veryfast -crf 27 -g 150 -bf 0 -movflags +faststart'.split(' ');
  const child = spawn('ffmpeg', [...input, '-vf', fitted, ...coding, '-y', to], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // The environment of the server has secrets.
    env: { PATH: process.env.PATH },
    signal,
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null)).on('close', resolve);
  });
  // ffmpeg encodes a truncated recording without an error.
  let isTruncated = false;
  const onEnd = () => {
    if (!from.readableEnded && !child.stdin.destroyed) isTruncated = true;
  };
  from.once('error', onEnd).once('close', onEnd);
  // If ffmpeg ends early, its exit code says why.
  await pipeline(from, child.stdin).catch(() => {});
  return (await ended) === 0 && !isTruncated;
}
