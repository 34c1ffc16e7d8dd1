import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { clampScale, scaleOf, scrollAfter, wheeled, type Zoom, zoomOfKey } from './zoom.ts';

interface Point {
  x: number;
  y: number;
}

interface Zooming {
  zoom: Zoom;
  /** Screen pixels for one pixel of the picture. */
  scale: number;
  setZoom: (zoom: Zoom) => void;
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
  };
}

/** Zooms the content of a scrolling element by wheel, two fingers and keys, and moves it by mouse; scrolling stays the browser's. */
export function useZoom(viewer: RefObject<HTMLElement | null>, widthPx: number): Zooming {
  const [zoom, setState] = useState<Zoom>('fit');
  const [room, setRoom] = useState(0);
  const scale = scaleOf(zoom, room > 0 ? room / widthPx : 1);
  const shown = useRef({ scale, anchor: null as Point | null });
  const setZoom = (next: Zoom, anchor: Point | null = null) => {
    shown.current.anchor = anchor;
    setState(next);
  };
  useEffect(() => {
    const { current } = viewer;
    if (!current) return;
    const observer = new ResizeObserver(() => setRoom(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [viewer]);
  useLayoutEffect(() => {
    const { current } = viewer;
    const { scale: before, anchor } = shown.current;
    shown.current = { scale, anchor: null };
    if (!current || before === scale) return;
    const at = anchor ?? { x: current.clientWidth / 2, y: current.clientHeight / 2 };
    current.scrollTo({
      left: scrollAfter(current.scrollLeft, at.x, before, scale),
      top: scrollAfter(current.scrollTop, at.y, before, scale),
      behavior: 'instant',
    });
  }, [viewer, scale]);
  usePinch(viewer, shown, setZoom);
  return {
    zoom,
    scale,
    setZoom,
    handlers: {
      onKeyDown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = zoomOfKey(event.key, scale);
        if (next === undefined) return;
        event.preventDefault();
        // Keeps the key from the surrounding page, which has its own keys, such as those for previews.
        event.stopPropagation();
        setZoom(next);
      },
      onPointerDown(event) {
        if (event.pointerType === 'mouse' && event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.scrollBy(-event.movementX, -event.movementY);
      },
    },
  };
}

/** React's wheel and touch listeners can't prevent the zoom of the whole page. */
function usePinch(
  viewer: RefObject<HTMLElement | null>,
  shown: RefObject<{ scale: number }>,
  setZoom: (zoom: Zoom, anchor: Point) => void,
): void {
  const set = useRef(setZoom);
  set.current = setZoom;
  useEffect(() => {
    const { current } = viewer;
    if (!current) return;
    const within = ({ x, y }: Point): Point => {
      const { left, top } = current.getBoundingClientRect();
      return { x: x - left, y: y - top };
    };
    const wheel = (event: WheelEvent) => {
      // A touchpad reports two fingers this way, too.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      set.current(wheeled(shown.current.scale, event.deltaY), within({ x: event.clientX, y: event.clientY }));
    };
    let begun: { distance: number; scale: number } | undefined;
    const touch = (event: TouchEvent) => {
      const fingers = fingersOf(event);
      if (!fingers) begun = undefined;
      else {
        event.preventDefault();
        begun ??= { distance: fingers.distance, scale: shown.current.scale };
        set.current(clampScale((begun.scale * fingers.distance) / begun.distance), within(fingers.middle));
      }
    };
    const ending = new AbortController();
    const options = { passive: false, signal: ending.signal };
    current.addEventListener('wheel', wheel, options);
    for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      current.addEventListener(type, touch, options);
    return () => ending.abort();
  }, [viewer, shown]);
}

/** Distance and middle of two fingers; undefined for any other number. */
function fingersOf({ touches }: TouchEvent): { distance: number; middle: Point } | undefined {
  const [one, other] = touches;
  if (!one || !other || touches.length !== 2) return undefined;
  const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
  return { middle, distance: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)) };
}
