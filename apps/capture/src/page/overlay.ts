export interface Overlay {
  /** Share of the first screen that it covers, in percent. */
  percent: number;
  /** The beginning of its text; may be empty. */
  label: string;
}

/**
 * Runs in the page, in an isolated world, at its top. Returns the layers that cover the page, such as a dialog with its
 * backdrop or a banner, if they catch the pointer on 40 % of the first screen or more. A layer that contains most of
 * the page's text is the page itself.
 */
export function coveringOverlay(): Overlay | null {
  const columns = 16;
  const rows = 10;
  const leastPercent = 40;
  const textOf = (element: HTMLElement) => element.innerText.trim();
  const bodyText = document.body ? textOf(document.body).length : 0;

  const isLayer = (element: Element): boolean => {
    const { position, zIndex } = getComputedStyle(element);
    if (position === 'fixed') return true;
    if (element instanceof HTMLDialogElement || element.getAttribute('aria-modal') === 'true') return true;
    return position === 'absolute' && Number(zIndex) >= 100;
  };
  const holdsThePage = (layer: Element): boolean => {
    const own = layer instanceof HTMLElement ? textOf(layer).length : 0;
    return own > 2_000 || (own > 300 && own > bodyText * 0.6);
  };
  const layerAt = (x: number, y: number): Element | null => {
    let found: Element | null = null;
    for (let at = document.elementFromPoint(x, y); at && at !== document.body; at = at.parentElement)
      if (isLayer(at)) found = at;
    return found;
  };

  const hits = new Map<Element, number>();
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const layer = layerAt(((column + 0.5) / columns) * innerWidth, ((row + 0.5) / rows) * innerHeight);
      if (layer) hits.set(layer, (hits.get(layer) ?? 0) + 1);
    }
  const layers = [...hits].filter(([layer]) => !holdsThePage(layer)).sort((a, b) => b[1] - a[1]);
  const percent = Math.round((layers.reduce((sum, [, points]) => sum + points, 0) / (rows * columns)) * 100);
  if (percent < leastPercent) return null;
  const texts = layers.map(([layer]) => (layer instanceof HTMLElement ? textOf(layer) : ''));
  return { percent, label: (texts.find(Boolean) ?? '').replace(/\s+/g, ' ').slice(0, 60) };
}
