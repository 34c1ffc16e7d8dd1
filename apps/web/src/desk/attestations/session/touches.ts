import { liveTouches } from '@proofkeep/contract';
import type { Input } from './connection.ts';

interface Place {
  x: number;
  y: number;
}

/**
 * The fingers on the picture. As in the DevTools protocol, each message has all of them, with numbers that they keep until
 * they are lifted.
 */
export class Touches {
  readonly #fingers = new Map<number, Place & { id: number }>();

  /** @returns undefined if there are too many fingers */
  start(pointer: number, place: Place): Input | undefined {
    const taken = new Set([...this.#fingers.values()].map(({ id }) => id));
    const id = Array.from({ length: liveTouches }, (_, i) => i).find((one) => !taken.has(one));
    if (id === undefined) return undefined;
    this.#fingers.set(pointer, { ...place, id });
    return this.#now('start');
  }

  /** @returns undefined for a pointer that isn't held down */
  move(pointer: number, place: Place): Input | undefined {
    const finger = this.#fingers.get(pointer);
    if (!finger) return undefined;
    this.#fingers.set(pointer, { ...finger, ...place });
    return this.#now('move');
  }

  /** Lifts a finger; the others stay. */
  end(pointer: number): Input | undefined {
    return this.#fingers.delete(pointer) ? this.#now('end') : undefined;
  }

  /** The browser takes the gesture for itself: all fingers are gone. */
  cancel(): Input {
    this.#fingers.clear();
    return this.#now('cancel');
  }

  #now(action: 'start' | 'move' | 'end' | 'cancel'): Input {
    return { type: 'touch', action, points: [...this.#fingers.values()] };
  }
}
