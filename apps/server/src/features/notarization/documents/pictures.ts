import { padSize, type Strokes } from '@proofkeep/contract';
import { drawNameSeal, drawOfficeSeal, type Shape, svgOf, type VectorPicture } from '@proofkeep/seal';

const inkColor = '#1B1D21';

/** Draws strokes as they were stored, so that the picture always shows what the strokes say. */
export function drawHandwriting(strokes: Strokes): VectorPicture {
  const shapes = strokes.map((stroke): Shape => {
    const pressure = stroke.reduce((sum, { p }) => sum + p, 0) / stroke.length;
    const lineWidth = 8 + 10 * pressure;
    const [first = { x: 0, y: 0 }, ...rest] = stroke;
    // A line to its own beginning draws a dot, as the ends of lines are round.
    const others = rest.length > 0 ? rest : [first];
    return {
      path: [['M', first.x, first.y], ...others.map(({ x, y }) => ['L', x, y] as const)],
      color: inkColor,
      lineWidth,
    };
  });
  return { ...padSize, shapes };
}

export const drawSeal = (officeName: string): Promise<VectorPicture> => drawOfficeSeal(officeName, '公证专用章');

export const drawNotarySeal = (name: string): Promise<VectorPicture> => drawNameSeal(name, '公证员');

/** A picture within the data of a reply. */
export const urlOf = (picture: VectorPicture): string =>
  `data:image/svg+xml;base64,${Buffer.from(svgOf(picture)).toString('base64')}`;
