import { calls, isCapturedKind, type ProofPage } from '@proofkeep/contract';
import { useState } from 'react';
import { linkTo } from '../../api/ask.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('proof-picture', text);

/** The screenshot from the top down, fitted or in its original size; says why it is missing. */
export function PicturePanel({ proof, grant }: { proof: ProofPage; grant: string | null }) {
  const t = useWords();
  const [isFull, setFull] = useState(false);
  const { ano, kind, picture, access } = proof;
  if (!isCapturedKind(kind)) return null;
  return (
    <section className="panel proof-picture" aria-label={t('heading')}>
      <header>
        <h2>{t('heading')}</h2>
        {picture && picture.length > 0 && (
          <button
            type="button"
            className="button proof-screen"
            aria-pressed={isFull}
            aria-label={`${t('zoom')}: ${t(isFull ? 'fit' : 'full')}`}
            onClick={() => setFull(!isFull)}
          >
            {t(isFull ? 'fit' : 'full')}
          </button>
        )}
      </header>
      {picture === null && <p className="panel proof-locked">{t(access ? 'narrow' : 'locked')}</p>}
      {picture?.length === 0 && <p className="panel proof-locked">{t('empty')}</p>}
      {picture && picture.length > 0 && (
        // Focusable, so that it can be scrolled by keyboard (WCAG 2.2, 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="proof-tiles" data-full={isFull} tabIndex={0} role="group" aria-label={t('heading')}>
          {picture.map(({ widthPx, heightPx }, i) => (
            <img
              // oxlint-disable-next-line react/no-array-index-key -- tiles have no other name than their number
              key={i}
              src={linkTo(calls.proof.collect, {
                id: ano,
                part: 'picture',
                tile: `${i + 1}`,
                ...(grant ? { grant } : {}),
              })}
              width={widthPx}
              height={heightPx}
              loading={i > 0 ? 'lazy' : 'eager'}
              alt={t('part', { part: i + 1, parts: picture.length })}
            />
          ))}
        </div>
      )}
    </section>
  );
}
