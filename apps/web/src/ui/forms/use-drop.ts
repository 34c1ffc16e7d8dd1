import { type DragEvent, useState } from 'react';

/** Attributes of an element that files can be dropped on; `data-over` is set while something is dragged over it. */
export function useDrop(onDrop: (drag: DragEvent) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver,
    onDragOver: (drag: DragEvent) => {
      drag.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (drag: DragEvent) => {
      setOver(false);
      onDrop(drag);
    },
  };
}
