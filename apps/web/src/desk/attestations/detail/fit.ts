import { type CSSProperties, type RefObject, useEffect, useState } from 'react';

/** Smaller than this nobody can read it: the rest is reached by scrolling. */
const leastScale = 0.5;

interface Fit {
  frame: CSSProperties;
  /** What of the stage the frame takes as it is drawn: made smaller, it would still take the room of its own size. */
  room: CSSProperties;
}

/** A page keeps the width that it was captured at, as another would lay it out anew, and is made smaller to fit the stage. */
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
