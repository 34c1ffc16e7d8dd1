import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { TextPlace } from '@proofkeep/contract';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { words } from '../../../ui/words/words.ts';
import { Marks } from './marks.tsx';
import { useZoom } from './use-zoom.ts';
import text from './words.json' with { type: 'json' };
import { zoomedIn, zoomedOut } from './zoom.ts';

const useWords = words('screenshot', text);

interface Props {
  name: string;
  tiles: readonly { src: string; widthPx: number; heightPx: number }[];
  /** Places in the picture to mark, and which of them to show. */
  marks: readonly TextPlace[];
  shown: number;
  /** Beside the buttons. */
  children: ReactNode;
}

/** A picture from the top down in parts, which load on scroll. */
export function Viewer({ name, tiles, marks, shown, children }: Props) {
  const t = useWords();
  const frame = useRef<HTMLElement>(null);
  const pictureWidthPx = tiles[0]?.widthPx ?? 1;
  const { zoom, scale, setZoom, handlers } = useZoom(frame, pictureWidthPx);
  const width = zoom === 'fit' ? '100%' : pictureWidthPx * scale;
  return (
    <>
      <div className="attestations-picture-bar">
        <div className="attestations-picture-zoom" role="group" aria-label={t('zoom')}>
          <Button
            aria-label={t('out')}
            icon={<MinusOutlined aria-hidden />}
            onClick={() => setZoom(zoomedOut(scale))}
          />
          <output className="numbers" aria-live="polite">
            {Math.round(scale * 100)} %
          </output>
          <Button aria-label={t('in')} icon={<PlusOutlined aria-hidden />} onClick={() => setZoom(zoomedIn(scale))} />
          <Button aria-pressed={zoom === 'fit'} onClick={() => setZoom('fit')}>
            {t('fit')}
          </Button>
          <Button aria-pressed={zoom === 1} onClick={() => setZoom(1)}>
            100 %
          </Button>
        </div>
        {children}
      </div>
      <p className="attestations-picture-keys secondary">{t('keys')}</p>
      <section
        ref={frame}
        className="attestations-screenshot panel"
        data-zoomed={zoom !== 'fit'}
        aria-label={t('region', { name })}
        aria-keyshortcuts="Plus - 0 1"
        // Focusable, so that it can be scrolled and zoomed by keyboard (WCAG 2.2, 2.1.1).
        tabIndex={0}
        {...handlers}
      >
        <div style={{ width }} className="attestations-screenshot-whole">
          {tiles.map(({ src, widthPx, heightPx }, at) => (
            <img
              key={src}
              src={src}
              width={widthPx}
              height={heightPx}
              loading="lazy"
              draggable={false}
              alt={t('part', { part: at + 1, parts: tiles.length })}
            />
          ))}
          <Marks marks={marks} shown={shown} tiles={tiles} />
        </div>
      </section>
    </>
  );
}
