/** Picture pixels on one pixel of the screen: 1 is 100 %; `fit`: as wide as the viewer. */
export type Zoom = 'fit' | number;

export const [leastScale, mostScale] = [0.1, 4];
/** Factor of one key press or click. */
const stepFactor = 1.25;

export const clampScale = (scale: number): number => Math.min(mostScale, Math.max(leastScale, scale));

/** The scale at which the picture is shown. @param fitScale at which it is as wide as the viewer */
export const scaleOf = (zoom: Zoom, fitScale: number): number => (zoom === 'fit' ? fitScale : zoom);

export const zoomedIn = (scale: number): number => clampScale(scale * stepFactor);
export const zoomedOut = (scale: number): number => clampScale(scale / stepFactor);

/** Scale after a turn of the wheel, or after a two-finger gesture, which browsers report as one. */
export const wheeled = (scale: number, deltaY: number): number => clampScale(scale * Math.exp(-deltaY / 300));

/** Scale after a key press in the viewer; undefined if the key is for something else. */
export function zoomOfKey(key: string, scale: number): Zoom | undefined {
  if (key === '+' || key === '=') return zoomedIn(scale);
  if (key === '-' || key === '_') return zoomedOut(scale);
  if (key === '0') return 'fit';
  return key === '1' ? 1 : undefined;
}

/**
 * Where to scroll so that the same point of the picture stays under the pointer.
 * @param at of the pointer in the viewer, along one axis
 */
export const scrollAfter = (scroll: number, at: number, before: number, after: number): number =>
  Math.max(0, ((scroll + at) * after) / before - at);
