import { type LiveDevice, type LiveOutput, livePlace, liveScroll } from '@proofkeep/contract';
import {
  type CSSProperties,
  type PointerEvent,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { words } from '../../../ui/words/words.ts';
import type { Frame, Input } from './connection.ts';
import { isClipboard, isOfInputMethod, isWayOut, keyInput, letterOf, modifiersOf, pressed } from './keyboard.ts';
import { Touches } from './touches.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-screen', text);
const buttons = ['left', 'middle', 'right'] as const;
/** A finger that moves less than this taps. */
const tapPx = 8;

/** Draws frames as they arrive. */
export interface ScreenHandle {
  draw(frame: Frame): Promise<void>;
  focus(): void;
}

interface Props {
  ref: Ref<ScreenHandle>;
  device: LiveDevice;
  viewport: { width: number; height: number };
  caret: Extract<LiveOutput, { type: 'state' }>['caret'];
  send: (input: Input) => void;
}

/**
 * The picture of the remote browser, which receives pointer, wheel and keys. An invisible text field at the caret
 * receives the text from input methods and on-screen keyboards, so that their windows open in the right place.
 */
export function Screen({ ref, device, viewport, caret, send }: Props) {
  const t = useWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus({ preventScroll: true }),
    async draw({ jpeg }) {
      const bitmap = await createImageBitmap(jpeg).catch(() => null);
      const target = canvas.current;
      if (!bitmap || !target) return;
      if (target.width !== bitmap.width || target.height !== bitmap.height) {
        target.width = bitmap.width;
        target.height = bitmap.height;
      }
      target.getContext('2d')?.drawImage(bitmap, 0, 0);
      bitmap.close();
    },
  }));
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box || box.width === 0) return { x: 0, y: 0 };
    const scale = viewport.width / box.width;
    // A held pointer may move far out of the picture.
    const bounded = (px: number) => Math.max(livePlace.min, Math.min(livePlace.max, Math.round(px * scale)));
    return { x: bounded(clientX - box.left), y: bounded(clientY - box.top) };
  };
  // Some pages draw their text themselves and have no caret: there the user types where they pressed last.
  const [pressedAt, press] = useState({ x: 0, y: 0 });
  const { x, y } = caret ?? pressedAt;
  const pointer = usePointer({
    device,
    at,
    send,
    onPress: (place) => {
      press(place);
      field.current?.focus({ preventScroll: true });
    },
  });
  useWheel(canvas, at, send);
  const scale = 100 / viewport.width;
  return (
    <div
      className="attestations-session-screen"
      style={{ '--screen-ratio': viewport.width / viewport.height } as CSSProperties}
    >
      <canvas
        ref={canvas}
        width={viewport.width}
        height={viewport.height}
        aria-hidden
        {...pointer}
        onContextMenu={(event) => event.preventDefault()}
      />
      <textarea
        ref={field}
        className="attestations-session-screen-field"
        aria-label={t('label')}
        aria-describedby="live-way-out"
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        style={{
          left: `${Math.max(0, Math.min(96, x * scale))}%`,
          top: `${Math.max(0, Math.min(96, (y * 100) / viewport.height))}%`,
        }}
        onKeyDown={(event) => {
          if (isWayOut(event)) {
            // Chrome would open its task manager.
            event.preventDefault();
            return event.currentTarget.blur();
          }
          if (isOfInputMethod(event)) return;
          if (isClipboard(event)) {
            if (letterOf(event) !== 'v') send({ type: 'copy' });
            if (letterOf(event) !== 'x') return;
          }
          event.preventDefault();
          send(keyInput(event, 'down'));
        }}
        onKeyUp={(event) => {
          if (isOfInputMethod(event) || isWayOut(event)) return;
          if (isClipboard(event) && letterOf(event) !== 'x') return;
          send(keyInput(event, 'up'));
        }}
        onCompositionUpdate={({ data }) => send({ type: 'compose', text: data.slice(0, 500) })}
        onCompositionEnd={(event) => {
          send(event.data ? { type: 'text', text: event.data, via: 'ime' } : { type: 'compose', text: '' });
          empty(event.currentTarget);
        }}
        onFocus={({ currentTarget }) => empty(currentTarget)}
        onInput={(event) => takeTyped(event, send)}
        onPaste={(event) => {
          event.preventDefault();
          const pasted = event.clipboardData.getData('text/plain').slice(0, 20_000);
          if (pasted) send({ type: 'text', text: pasted, via: 'paste' });
        }}
      />
    </div>
  );
}

/** On-screen keyboards report no keys, only changes of the field. */
function takeTyped({ currentTarget, nativeEvent }: SyntheticEvent<HTMLTextAreaElement>, send: (input: Input) => void) {
  const { inputType, data, isComposing } = nativeEvent as InputEvent;
  if (isComposing || inputType === 'insertCompositionText' || inputType === 'insertFromComposition') return;
  if (inputType === 'deleteContentBackward') for (const input of pressed('Backspace', 8)) send(input);
  else if (inputType === 'insertLineBreak')
    send({ type: 'key', action: 'down', key: 'Enter', keyCode: 13, text: '\r' });
  else if (data) send({ type: 'text', text: data, via: 'ime' });
  empty(currentTarget);
}

/** An invisible character stays: on-screen keyboards report no deletion in an empty field. */
function empty(field: HTMLTextAreaElement): void {
  field.value = '\u200b';
  field.setSelectionRange(1, 1);
}

type Place = (event: { clientX: number; clientY: number }) => { x: number; y: number };

interface PointerOptions {
  device: LiveDevice;
  at: Place;
  send: (input: Input) => void;
  onPress: (place: { x: number; y: number }) => void;
}

/** A mouse moves the session's mouse. A finger sends touches to a mobile page; on a desktop page it clicks and scrolls. */
function usePointer({ device, at, send, onPress }: PointerOptions) {
  const clicks = useRef({ count: 0, atMs: 0, x: 0, y: 0 });
  const finger = useRef<{ x: number; y: number; startX: number; startY: number; isMoved: boolean } | null>(null);
  const [touches] = useState(() => new Touches());
  const moves = useMoves(send);
  const sendTouch = (touch: Input | undefined) => touch && send(touch);
  const countClicks = (x: number, y: number, now: number) => {
    const last = clicks.current;
    const isNext = now - last.atMs < 400 && Math.abs(last.x - x) < 5 && Math.abs(last.y - y) < 5;
    clicks.current = { count: isNext ? Math.min(3, last.count + 1) : 1, atMs: now, x, y };
    return clicks.current.count;
  };
  const press = (place: { x: number; y: number }, event: PointerEvent) => {
    const clickCount = countClicks(place.x, place.y, event.timeStamp);
    const common = { ...place, button: 'left', clicks: clickCount, modifiers: modifiersOf(event) } as const;
    send({ type: 'mouse', action: 'down', ...common, buttons: 1 });
    send({ type: 'mouse', action: 'up', ...common });
  };
  const isTouchPage = device === 'mobile';
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      event.preventDefault();
      moves.flush();
      event.currentTarget.setPointerCapture(event.pointerId);
      const place = at(event);
      if (isTouchPage) sendTouch(touches.start(event.pointerId, place));
      else if (event.pointerType === 'touch')
        finger.current = { ...place, startX: place.x, startY: place.y, isMoved: false };
      else {
        const button = buttons[event.button] ?? 'left';
        const clickCount = countClicks(place.x, place.y, event.timeStamp);
        const common = {
          ...place,
          button,
          clicks: clickCount,
          buttons: event.buttons & 7,
          modifiers: modifiersOf(event),
        };
        send({ type: 'mouse', action: 'down', ...common });
      }
      onPress(place);
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const place = at(event);
      const down = finger.current;
      if (!isTouchPage && event.pointerType === 'touch') {
        if (!down) return;
        down.isMoved ||= Math.hypot(place.x - down.startX, place.y - down.startY) > tapPx;
        if (!down.isMoved) return;
        send({ type: 'wheel', x: down.startX, y: down.startY, dx: down.x - place.x, dy: down.y - place.y });
        down.x = place.x;
        down.y = place.y;
        return;
      }
      if (isTouchPage) {
        const touch = touches.move(event.pointerId, place);
        if (touch) moves.add(touch);
      } else {
        const button = event.buttons & 1 ? 'left' : 'none';
        moves.add({
          type: 'mouse',
          action: 'move',
          ...place,
          button,
          buttons: event.buttons & 7,
          modifiers: modifiersOf(event),
        });
      }
    },
    onPointerCancel() {
      moves.flush();
      if (isTouchPage) send(touches.cancel());
      finger.current = null;
    },
    onPointerUp(event: PointerEvent<HTMLCanvasElement>) {
      const place = at(event);
      moves.flush();
      if (isTouchPage) sendTouch(touches.end(event.pointerId));
      else if (event.pointerType === 'touch') {
        if (finger.current && !finger.current.isMoved) press(place, event);
        finger.current = null;
      } else {
        const button = buttons[event.button] ?? 'left';
        const common = { ...place, button, clicks: clicks.current.count, modifiers: modifiersOf(event) };
        send({ type: 'mouse', action: 'up', ...common });
      }
    },
  };
}

/**
 * Sends one move for each frame of the screen. The newest is never lost: a page that is dragged needs the place where
 * the finger or the button was released.
 */
function useMoves(send: (input: Input) => void) {
  const waiting = useRef<{ frame: number; newest: Input | null } | null>(null);
  const flush = () => {
    const { frame, newest } = waiting.current ?? {};
    waiting.current = null;
    if (frame !== undefined) cancelAnimationFrame(frame);
    if (newest) send(newest);
  };
  const add = (move: Input) => {
    if (waiting.current) waiting.current.newest = move;
    else {
      send(move);
      waiting.current = { frame: requestAnimationFrame(flush), newest: null };
    }
  };
  return { add, flush };
}

/** React's wheel listener is passive: it can't keep the site itself from scrolling. */
function useWheel(canvas: { current: HTMLCanvasElement | null }, at: Place, send: (input: Input) => void) {
  const latest = useRef({ at, send });
  latest.current = { at, send };
  useEffect(() => {
    const target = canvas.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1;
      const bounded = (delta: number) => Math.max(-liveScroll, Math.min(liveScroll, delta * lines));
      const delta = { dx: bounded(event.deltaX), dy: bounded(event.deltaY) };
      latest.current.send({ type: 'wheel', ...latest.current.at(event), ...delta, modifiers: modifiersOf(event) });
    };
    target?.addEventListener('wheel', onWheel, { passive: false });
    return () => target?.removeEventListener('wheel', onWheel);
  }, [canvas]);
}
