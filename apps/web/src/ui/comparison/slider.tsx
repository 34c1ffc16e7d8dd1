import type { ShownComparison } from '@proofkeep/contract';
import { useId, useState } from 'react';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('comparison', text);

interface Props {
  comparison: Pick<ShownComparison, 'places' | 'picture' | 'pictures'>;
  srcOf: (record: 'first' | 'second', index: number) => string;
}

const records = ['first', 'second'] as const;

/** Both screenshots on top of each other: the first one left of the slider, the second one right of it. */
export function Slider({ comparison: { places, picture, pictures }, srcOf }: Props) {
  const t = useWords();
  const id = useId();
  const [at, setAt] = useState(50);
  const [isMarked, setMarked] = useState(true);
  if (pictures.some((tiles) => tiles.length === 0)) return null;
  const width = Math.max(...(picture?.sizes ?? []).map((size) => size.width));
  const height = Math.max(...(picture?.sizes ?? []).map((size) => size.height));
  return (
    <div className="comparison-slider">
      <div className="comparison-control">
        <div className="comparison-names" aria-hidden="true">
          <span>{places[0].name}</span>
          <span>{places[1].name}</span>
        </div>
        <label className="visually-hidden" htmlFor={id}>
          {t('slider')}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          value={at}
          aria-valuetext={t('sliderAt', { percent: at, first: places[0].name, second: places[1].name })}
          onChange={({ target }) => setAt(Number(target.value))}
        />
        {picture && picture.boxes.length > 0 && (
          <label className="comparison-mark">
            <input type="checkbox" checked={isMarked} onChange={({ target }) => setMarked(target.checked)} />{' '}
            {t('mark')}
          </label>
        )}
      </div>
      {/* Focusable, so that it can be scrolled by keyboard (WCAG 2.2, 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="comparison-stage" tabIndex={0} role="group" aria-label={t('picture')}>
        {records.map((record, r) => (
          <div
            key={record}
            className="comparison-layer"
            style={{ clipPath: record === 'first' ? `inset(0 ${100 - at}% 0 0)` : `inset(0 0 0 ${at}%)` }}
          >
            {pictures[r]?.map(({ path, widthPx, heightPx }, i) => (
              <img
                key={path}
                src={srcOf(record, i)}
                width={widthPx}
                height={heightPx}
                loading={i > 0 ? 'lazy' : 'eager'}
                alt={t('tile', { place: places[r]?.name ?? '', part: i + 1, parts: pictures[r]?.length ?? 0 })}
              />
            ))}
          </div>
        ))}
        {picture && isMarked && (
          <svg className="comparison-boxes" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            {picture.boxes.map((box) => (
              <rect key={`${box.x} ${box.y}`} {...box} />
            ))}
          </svg>
        )}
        <div className="comparison-edge" style={{ left: `${at}%` }} aria-hidden="true" />
      </div>
    </div>
  );
}
