import { z } from 'zod';

/** Size of the signature pad's coordinates: strokes are stored in its units, whatever the screen. */
export const padSize = { width: 1000, height: 400 } as const;
/** Limits of a handwritten signature. Fewer points, or less time, don't count as a signature. */
export const handwritingLimits = {
  strokes: 100,
  points: 6_000,
  fewestPoints: 15,
  leastMs: 400,
  leastInk: 300,
} as const;

/** One point of a stroke: position on the pad, milliseconds since the first point, pressure from 0 to 1. */
export const PadPoint = z.strictObject({
  x: z.number().min(0).max(padSize.width),
  y: z.number().min(0).max(padSize.height),
  t: z.int().min(0).max(600_000),
  p: z.number().min(0).max(1).default(0.5),
});
/** The strokes of a handwritten signature. Evidence of intent, but not a biometric proof. */
export const Strokes = z.array(z.array(PadPoint).min(1).max(2_000)).min(1).max(handwritingLimits.strokes);
export type Strokes = z.infer<typeof Strokes>;

/** Returns what is wrong with a handwritten signature; null if it is valid. */
export function handwritingProblem(strokes: Strokes): 'many' | 'few' | 'quick' | 'small' | null {
  const points = strokes.flat();
  if (points.length > handwritingLimits.points) return 'many';
  if (points.length < handwritingLimits.fewestPoints) return 'few';
  const times = points.map(({ t }) => t);
  if (Math.max(...times) - Math.min(...times) < handwritingLimits.leastMs) return 'quick';
  return inkOf(strokes) < handwritingLimits.leastInk ? 'small' : null;
}

/** Length of all lines, in units of the pad. */
const inkOf = (strokes: Strokes): number =>
  strokes.reduce(
    (sum, stroke) =>
      sum +
      stroke.slice(1).reduce((length, point, at) => {
        const from = stroke[at] ?? point;
        return length + Math.hypot(point.x - from.x, point.y - from.y);
      }, 0),
    0,
  );
