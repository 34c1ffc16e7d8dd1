import type { Font, Path } from 'fontkit';
import { openFaces } from './certificate/faces.ts';
import { circle, type PathCommand, type Shape, type VectorPicture } from './vector.ts';

const size = 320;
const center = size / 2;
const color = '#C0271D';

/** Draws the round red seal of an office: its name along the upper arc, a star, and the purpose below. */
export function drawOfficeSeal(officeName: string, purpose: string): VectorPicture {
  const { bold } = openFaces();
  const letters = [...officeName];
  // The letters of a long name are smaller, so that they never touch the purpose.
  const arc = Math.min(250, letters.length * 25);
  const glyphSize = Math.min(36, (arc / Math.max(1, letters.length)) * 2);
  const step = letters.length > 1 ? arc / (letters.length - 1) : 0;
  const around = letters.map((letter, at) =>
    letterShape(bold, letter, { size: glyphSize, angle: -arc / 2 + at * step, radius: 112 }),
  );
  const below = [...purpose].map((letter, at, all) =>
    letterShape(bold, letter, { size: 27, x: center + (at - (all.length - 1) / 2) * 29, y: center + 96 }),
  );
  return {
    width: size,
    height: size,
    shapes: [{ path: circle(center, center, 151), color, lineWidth: 7 }, star(), ...around, ...below],
  };
}

/** Draws the rectangular seal of a person: their title and name within a frame. */
export function drawNameSeal(name: string, title: string): VectorPicture {
  const { bold } = openFaces();
  const [width, height] = [300, 80];
  const letters = [...title, ' ', ...name];
  // The letters of a long name are smaller, so that they stay within the frame.
  const step = Math.min(40, (width - 30) / letters.length);
  const row = letters.map((letter, at) =>
    letterShape(bold, letter, {
      size: step * 0.92,
      x: width / 2 + (at - (letters.length - 1) / 2) * step,
      y: height / 2 + step * 0.34,
    }),
  );
  const frame: PathCommand[] = [
    ['M', 4, 4],
    ['L', width - 4, 4],
    ['L', width - 4, height - 4],
    ['L', 4, height - 4],
    ['Z'],
  ];
  return { width, height, shapes: [{ path: frame, color, lineWidth: 5 }, ...row] };
}

function star(): Shape {
  const points = Array.from({ length: 10 }, (_one, at) => {
    const radius = at % 2 === 0 ? 44 : 17;
    const angle = (Math.PI / 5) * at - Math.PI / 2;
    return [at === 0 ? 'M' : 'L', center + radius * Math.cos(angle), center + radius * Math.sin(angle)] as const;
  });
  return { path: [...points, ['Z']], color };
}

type Spot = { size: number } & ({ x: number; y: number } | { angle: number; radius: number });

/** The outline of a letter, centred at a point, or on a circle and facing outwards. */
function letterShape(font: Font, letter: string, spot: Spot): Shape {
  const glyph = font.layout(letter).glyphs[0];
  const scale = spot.size / font.unitsPerEm;
  const half = ((glyph?.advanceWidth ?? 0) * scale) / 2;
  const place = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x * scale - half, -y * scale];
    if ('x' in spot) return [spot.x + dx, spot.y + dy];
    const angle = (spot.angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const up = dy - spot.radius;
    return [center + dx * cos - up * sin, center + dx * sin + up * cos];
  };
  return { path: glyph ? outline(glyph.path, place) : [], color };
}

/** Font outlines consist of quadratic or cubic curves; quadratic ones are converted to cubic. */
function outline(path: Path, place: (x: number, y: number) => [number, number]): PathCommand[] {
  let at: [number, number] = [0, 0];
  return path.commands.map(({ command, args }): PathCommand => {
    const points = Array.from({ length: args.length / 2 }, (_one, n) => place(args[n * 2] ?? 0, args[n * 2 + 1] ?? 0));
    const end = points.at(-1) ?? at;
    const from = at;
    at = end;
    if (command === 'moveTo') return ['M', ...end];
    if (command === 'lineTo') return ['L', ...end];
    if (command === 'closePath') return ['Z'];
    const [one = end, two = end] = points;
    if (command === 'bezierCurveTo') return ['C', ...one, ...two, ...end];
    const third = (a: number, b: number) => a + (2 * (b - a)) / 3;
    return ['C', third(from[0], one[0]), third(from[1], one[1]), third(end[0], one[0]), third(end[1], one[1]), ...end];
  });
}
