import { sha256Hex } from '@proofkeep/bundle/node';
import { padSize, type Strokes } from '@proofkeep/contract';
import { drawNameSeal, drawOfficeSeal, pdfOperatorsOf, type Shape, svgOf, type VectorPicture } from '@proofkeep/seal';

const inkColor = '#1B1D21';

/** Draws stored strokes, so the picture always matches them. */
export function drawHandwriting(strokes: Strokes): VectorPicture {
  const shapes = strokes.map((stroke): Shape => {
    const pressure = stroke.reduce((sum, { p }) => sum + p, 0) / stroke.length;
    const lineWidth = 8 + 10 * pressure;
    const [first = { x: 0, y: 0 }, ...rest] = stroke;
    // A line back to its own start draws a dot, since line ends are round.
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

/** SHA-256 of the drawing of a seal: readers compare the seals of the documents with it (docs/formats/matter.md). */
export const pictureDigest = (picture: VectorPicture): string =>
  sha256Hex(Buffer.from(pdfOperatorsOf(picture), 'latin1'));

/** The picture as a data URL. */
export const urlOf = (picture: VectorPicture): string =>
  `data:image/svg+xml;base64,${Buffer.from(svgOf(picture)).toString('base64')}`;
