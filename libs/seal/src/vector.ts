/** A step of a path, with y growing downwards as in SVG: move, line, cubic curve, close. */
export type PathCommand =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

/** A filled path, or a line with round ends. */
export interface Shape {
  readonly path: readonly PathCommand[];
  /** `#rrggbb`. */
  readonly color: string;
  /** Width of the line; absent: the path is filled. */
  readonly lineWidth?: number;
}

/** A picture made of paths, for PDFs and the site. */
export interface VectorPicture {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

const rounded = (value: number): string => `${Math.round(value * 100) / 100}`;

/** Draws a picture as SVG. */
export function svgOf({ width, height, shapes }: VectorPicture): string {
  const paths = shapes.map(({ path, color, lineWidth }) => {
    const d = path.map(([op, ...numbers]) => `${op}${numbers.map(rounded).join(' ')}`).join('');
    const ink =
      lineWidth === undefined
        ? `fill="${color}"`
        : `fill="none" stroke="${color}" stroke-width="${rounded(lineWidth)}" stroke-linecap="round" stroke-linejoin="round"`;
    return `<path d="${d}" ${ink}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`;
}

const operators = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;

/**
 * Draws a picture as PDF operators (ISO 32000-1 §8.5) in a unit square, as `Do` draws an image: the caller scales it.
 */
export function pdfOperatorsOf({ width, height, shapes }: VectorPicture): string {
  const drawn = shapes.map(({ path, color, lineWidth }) => {
    const steps = path.map(([op, ...numbers]) => `${numbers.map(rounded).join(' ')} ${operators[op]}`).join(' ');
    const ink = colorOf(color);
    return lineWidth === undefined ? `${ink} rg ${steps} f` : `${ink} RG ${rounded(lineWidth)} w ${steps} S`;
  });
  return `1 J 1 j ${1 / width} 0 0 ${-1 / height} 0 1 cm ${drawn.join(' ')}`;
}

const colorOf = (color: string): string =>
  [1, 3, 5].map((at) => rounded(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');

/** Approximates a circle with four cubic curves. */
export function circle(x: number, y: number, radius: number): PathCommand[] {
  const c = radius * 0.552_285;
  return [
    ['M', x + radius, y],
    ['C', x + radius, y + c, x + c, y + radius, x, y + radius],
    ['C', x - c, y + radius, x - radius, y + c, x - radius, y],
    ['C', x - radius, y - c, x - c, y - radius, x, y - radius],
    ['C', x + c, y - radius, x + radius, y - c, x + radius, y],
    ['Z'],
  ];
}
