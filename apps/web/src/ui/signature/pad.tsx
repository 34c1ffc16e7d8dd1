import './pad.css';
import { handwritingLimits, padSize, type Strokes } from '@proofkeep/contract';
import { useEffect, useRef } from 'react';
import Pad, { type PointGroup } from 'signature_pad';
import { Button } from '../plain/button.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('signature-pad', text);

interface Props {
  label: string;
  strokes: Strokes;
  onChange: (strokes: Strokes) => void;
}

/** A pad for a handwritten signature by mouse, finger or pen. Strokes are in the pad's own units, so they survive a rotation. */
export function SignaturePad({ label, strokes, onChange }: Props) {
  const t = useWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(undefined);
  const shown = useRef(strokes);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const made = new Pad(element, { penColor: '#1b1d21', minWidth: 1, maxWidth: 2.5, minDistance: 2 });
    pad.current = made;
    made.addEventListener('endStroke', () => {
      shown.current = strokesOf(made.toData(), element);
      changed.current(shown.current);
    });
    // A canvas that changes its size loses what is drawn on it.
    const observer = new ResizeObserver(() => {
      fit(element);
      made.fromData(groupsOf(shown.current, element));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.off();
    };
  }, []);
  useEffect(() => {
    if (strokes === shown.current || !canvas.current) return;
    shown.current = strokes;
    pad.current?.fromData(groupsOf(strokes, canvas.current));
  }, [strokes]);
  return (
    <div className="signature-pad">
      <canvas ref={canvas} role="img" aria-label={label} />
      <div className="signature-pad-foot">
        <span className="secondary">{t('hint')}</span>
        <Button disabled={strokes.length === 0} onClick={() => onChange(strokes.slice(0, -1))}>
          {t('undo')}
        </Button>
        <Button disabled={strokes.length === 0} onClick={() => onChange([])}>
          {t('clear')}
        </Button>
      </div>
    </div>
  );
}

/** Gives the canvas as many pixels as the screen has. */
function fit(canvas: HTMLCanvasElement): void {
  const ratio = Math.max(window.devicePixelRatio, 1);
  canvas.width = canvas.offsetWidth * ratio;
  canvas.height = canvas.offsetHeight * ratio;
  canvas.getContext('2d')?.scale(ratio, ratio);
}

const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), 1) * most * 10) / 10;

/** Converts drawn strokes to the pad's units, with times from the first point; drops strokes and points beyond the limits. */
function strokesOf(groups: readonly PointGroup[], { offsetWidth, offsetHeight }: HTMLCanvasElement): Strokes {
  const beganAt = groups[0]?.points[0]?.time ?? 0;
  return groups
    .filter(({ points }) => points.length > 0)
    .slice(0, handwritingLimits.strokes)
    .map(({ points }) =>
      points.slice(0, 2_000).map(({ x, y, time, pressure }) => ({
        x: within(x / offsetWidth, padSize.width),
        y: within(y / offsetHeight, padSize.height),
        t: Math.min(Math.max(Math.round(time - beganAt), 0), 600_000),
        p: Math.min(Math.max(pressure, 0), 1),
      })),
    );
}

const groupsOf = (strokes: Strokes, { offsetWidth, offsetHeight }: HTMLCanvasElement): PointGroup[] =>
  strokes.map((points) => ({
    penColor: '#1b1d21',
    dotSize: 0,
    minWidth: 1,
    maxWidth: 2.5,
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over' as const,
    points: points.map(({ x, y, t, p }) => ({
      x: (x / padSize.width) * offsetWidth,
      y: (y / padSize.height) * offsetHeight,
      time: t,
      pressure: p,
    })),
  }));
