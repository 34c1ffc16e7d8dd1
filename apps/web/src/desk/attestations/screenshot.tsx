import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('screenshot', text);

/** Full-page screenshot, top to bottom; lower parts load on scroll. */
export function Screenshot({ ano, name }: { ano: string; name: string }) {
  const t = useWords();
  const { data, error, refetch } = useQuery(queryOf(calls.attestations.pictures, { anos: [ano] }));
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton.Node active className="attestations-screenshot-waiting" />;
  const tiles = data.list[0]?.tiles ?? [];
  if (tiles.length === 0) return <p className="secondary">{t('none')}</p>;
  return (
    // Focusable, so that it can be scrolled by keyboard (WCAG 2.2, 2.1.1).
    <section className="attestations-screenshot panel" aria-label={t('region', { name })} tabIndex={0}>
      {tiles.map(({ src, widthPx, heightPx }, at) => (
        <img
          key={src}
          src={src}
          width={widthPx}
          height={heightPx}
          loading="lazy"
          alt={t('part', { part: at + 1, parts: tiles.length })}
        />
      ))}
    </section>
  );
}
