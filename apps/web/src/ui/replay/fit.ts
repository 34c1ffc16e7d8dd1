import { type CSSProperties, type RefObject, useEffect, useState } from 'react';

/** Text is unreadable below this scale: the stage scrolls instead. */
const leastScale = 0.5;

interface Fit {
  frame: CSSProperties;
  /** Space the scaled frame needs: a CSS transform doesn't change the frame's own layout size. */
  room: CSSProperties;
}

/** Keeps the width of the capture, as another width would change the layout, and scales the page down to fit the stage. */
export function useFit(stage: RefObject<HTMLElement | null>, widthPx: number): Fit {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = stage;
    if (!current) return;
    const observer = new ResizeObserver(() => setRoom({ width: current.clientWidth, height: current.clientHeight }));
    observer.observe(current);
    return () => observer.disconnect();
  }, [stage]);
  const scale = Math.min(1, Math.max(leastScale, room.width / widthPx));
  const width = Math.max(widthPx, room.width);
  return {
    frame: { width, height: room.height / scale, transform: `scale(${scale})` },
    room: { width: width * scale, height: room.height },
  };
}
