import { z } from 'zod';

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A visible piece of text: its text nodes in order, and how it is laid out. */
const Block = z.object({
  parts: z.array(z.string()),
  box: Box,
  fontPx: z.number(),
  /** Font size of each part; hundredths are often smaller and raised. */
  partPx: z.array(z.number()),
  isStruck: z.boolean(),
  /** Whether it is in a part of the page about other products, or in header or footer. */
  isAside: z.boolean(),
  /** Surrounding text, at most 120 characters. */
  context: z.string(),
  isHeading: z.boolean(),
});
export type Block = z.infer<typeof Block>;

/** Matches of a selector, in document order. */
const Match = z.object({ rule: z.number(), block: Block.nullable(), attribute: z.string().nullable() });

const Image = z.object({
  url: z.string(),
  box: Box.nullable(),
  naturalPx: z.number(),
  role: z.enum(['gallery', 'detail', 'none']),
  isAside: z.boolean(),
});

/** A script that contains data, or a microdata item as JSON. */
const Data = z.object({ kind: z.enum(['json-ld', 'json', 'script', 'microdata']), name: z.string(), text: z.string() });

export const PageProduct = z.object({
  matches: z.array(Match),
  blocks: z.array(Block),
  images: z.array(Image),
  data: z.array(Data),
  meta: z.array(z.tuple([z.string(), z.string()])),
  signs: z.array(z.boolean()),
});
export type PageProduct = z.infer<typeof PageProduct>;

export interface PageQuestion {
  /** A selector; with `attribute`, reads that attribute's value, whether or not the element is visible. */
  rules: { select: string; attribute: string | null }[];
  gallery: string;
  detail: string;
}

/**
 * Runs in the page, in an isolated world, once its scripts are stopped. Returns visible pieces of text with their
 * position, images, and machine-readable data. Changes nothing.
 */
export function pageProduct({ rules, gallery, detail }: PageQuestion) {
  const mostBlocks = 6_000;
  const mostData = 6 * 1024 * 1024;
  const asideNames =
    /recommend|related|similar|also[-_ ]?(bought|view|like)|sponsor|guess|you-?may|recently|cross-?sell|up-?sell|bundle|accessor|footer|mini-?cart|look-?alike|猜你喜欢|看了又看/i;
  const collapse = (text: string) => text.replace(/[\s\u00a0\u200b-\u200f]+/g, ' ');

  const queryAll = (select: string): Element[] => {
    try {
      return select ? [...document.querySelectorAll(select)] : [];
    } catch {
      return [];
    }
  };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const shown = new Map<Element, boolean>();
  const isShown = (element: Element): boolean => {
    const known = shown.get(element);
    if (known !== undefined) return known;
    const box = element.getBoundingClientRect();
    const style = styleOf(element);
    const isClipped =
      /rect\((0|1)(px)?,? (0|1)(px)?,? (0|1)(px)?,? (0|1)(px)?\)/.test(style.clip) ||
      style.clipPath.startsWith('inset(50%');
    const isThere =
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !isClipped &&
      (style.display === 'contents' || (box.width > 1 && box.height > 1)) &&
      box.right + scrollX > 0 &&
      box.bottom + scrollY > 0 &&
      (element.parentElement === null || isShown(element.parentElement));
    shown.set(element, isThere);
    return isThere;
  };
  const asides = new Map<Element, boolean>();
  const isAside = (element: Element | null): boolean => {
    if (!element || element === document.body || element === document.documentElement) return false;
    const known = asides.get(element);
    if (known !== undefined) return known;
    const names = `${element.getAttribute('class') ?? ''} ${element.id} ${element.getAttribute('data-testid') ?? ''} ${element.getAttribute('aria-label') ?? ''}`;
    const is = /^(FOOTER|NAV)$/.test(element.tagName) || asideNames.test(names) || isAside(element.parentElement);
    asides.set(element, is);
    return is;
  };
  const isStruck = (element: Element): boolean => {
    let at: Element | null = element;
    for (let depth = 0; at && depth < 6; depth++, at = at.parentElement) {
      if (/^(DEL|S|STRIKE)$/.test(at.tagName) || styleOf(at).textDecorationLine.includes('line-through')) return true;
    }
    return false;
  };
  const textNodes = (element: Element): Text[] => {
    const found: Text[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && found.length < 40; node = walker.nextNode()) {
      const text = node as Text;
      if (text.data.trim() && text.parentElement && isShown(text.parentElement)) found.push(text);
    }
    return found;
  };
  const blockOf = (element: Element, nodes = textNodes(element)) => {
    if (nodes.length === 0 || nodes.length > 20 || !isShown(element)) return null;
    const range = document.createRange();
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const node of nodes) {
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      left = Math.min(left, box.left);
      top = Math.min(top, box.top);
      right = Math.max(right, box.right);
      bottom = Math.max(bottom, box.bottom);
    }
    if (right <= left || bottom <= top) return null;
    const partPx = nodes.map((node) => Number.parseFloat(styleOf(node.parentElement as Element).fontSize) || 0);
    let around: Element | null = element;
    let context = '';
    for (let depth = 0; around && depth < 4; depth++, around = around.parentElement) {
      const text = collapse((around as HTMLElement).innerText ?? '').trim();
      if (text.length > 120) break;
      context = text;
    }
    return {
      parts: nodes.map((node) => collapse(node.data)),
      box: { x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top },
      fontPx: Math.max(...partPx),
      partPx,
      isStruck: isStruck(element),
      isAside: isAside(element),
      context,
      isHeading: element.closest('h1') !== null,
    };
  };

  const matches = rules.flatMap(({ select, attribute }, rule) =>
    queryAll(select)
      .slice(0, 400)
      .map((element) => ({
        rule,
        block: attribute === null ? blockOf(element) : null,
        attribute: attribute === null ? null : element.getAttribute(attribute),
      })),
  );

  const blocks: NonNullable<ReturnType<typeof blockOf>>[] = [];
  const seen = new Set<Element>();
  const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && blocks.length < mostBlocks; node = walker.nextNode()) {
    const text = node as Text;
    if (
      !text.data.trim() ||
      !text.parentElement ||
      /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(text.parentElement.tagName)
    )
      continue;
    // Prices are often split into several elements, so their common ancestors count as well.
    const highest = /\d/.test(text.data) ? 4 : 1;
    let element: Element | null = text.parentElement;
    for (let depth = 0; element && depth < highest; depth++, element = element.parentElement) {
      if (seen.has(element)) continue;
      if (depth > 0 && (element.textContent ?? '').trim().length > 60) break;
      seen.add(element);
      const block = blockOf(element);
      if (block) blocks.push(block);
    }
  }

  const galleryImages = new Set(queryAll(gallery));
  const detailImages = new Set(queryAll(detail));
  const images = [...document.images].flatMap((image) => {
    const url = image.currentSrc || image.dataset.src || image.dataset.lazyload || image.dataset.lazySrc || image.src;
    const address = url && !url.startsWith('data:') ? URL.parse(url, document.baseURI) : null;
    if (!address) return [];
    const box = image.getBoundingClientRect();
    const role = galleryImages.has(image) ? 'gallery' : detailImages.has(image) ? 'detail' : 'none';
    const isVisible = isShown(image);
    return [
      {
        url: address.href,
        box: isVisible ? { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height } : null,
        naturalPx: image.naturalWidth * image.naturalHeight,
        role: role as 'gallery' | 'detail' | 'none',
        isAside: isAside(image),
      },
    ];
  });

  const itemOf = (scope: Element, depth: number): unknown => {
    const item: Record<string, unknown> = { '@type': (scope.getAttribute('itemtype') ?? '').split('/').at(-1) };
    const add = (name: string, value: unknown) => {
      const before = item[name];
      item[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
    };
    const visit = (element: Element) => {
      for (const child of element.children) {
        const name = child.getAttribute('itemprop');
        const isItem = child.hasAttribute('itemscope');
        if (name && isItem && depth < 5) add(name, itemOf(child, depth + 1));
        else if (name)
          add(
            name,
            child.getAttribute('content') ??
              child.getAttribute('href') ??
              child.getAttribute('src') ??
              collapse(child.textContent ?? '')
                .trim()
                .slice(0, 2000),
          );
        if (!isItem) visit(child);
      }
    };
    visit(scope);
    return item;
  };

  let room = mostData;
  const kept = (kind: 'json-ld' | 'json' | 'script' | 'microdata', name: string, text: string) => {
    if (text.length > room) return [];
    room -= text.length;
    return [{ kind, name, text }];
  };
  const data = [
    ...queryAll('[itemscope]:not([itemscope] [itemscope])').flatMap((scope) =>
      kept('microdata', scope.getAttribute('itemtype') ?? '', JSON.stringify(itemOf(scope, 0))),
    ),
    ...[...document.scripts].flatMap((script) => {
      if (script.src) return [];
      const text = script.text;
      if (/ld\+json/i.test(script.type)) return kept('json-ld', '', text);
      if (/json/i.test(script.type)) return kept('json', script.id, text);
      return /[{[]/.test(text) ? kept('script', script.id, text) : [];
    }),
  ];
  const meta = [...document.querySelectorAll('meta[property],meta[name],meta[itemprop]')].flatMap((element) => {
    const name = element.getAttribute('property') ?? element.getAttribute('name') ?? element.getAttribute('itemprop');
    const content = element.getAttribute('content');
    return name && content ? [[name, content] as [string, string]] : [];
  });
  return { matches, blocks, images, data, meta, signs: [] as boolean[] };
}
