import './picture.css';
import { attestationSearchLength, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { words } from '../../../ui/words/words.ts';
import { useMarks } from './text-marks.ts';
import { TextSearch } from './text-search.tsx';
import { Viewer } from './viewer.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('screenshot', text);

/** Full-page screenshot that can be zoomed, and the text of the page to search in. */
export function Screenshot({ ano, name }: { ano: string; name: string }) {
  const t = useWords();
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState(0);
  const marks = useMarks(ano, wanted);
  const { data, error, refetch } = useQuery(queryOf(calls.attestations.pictures, { anos: [ano] }));
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton.Node active className="attestations-screenshot-waiting" />;
  const tiles = data.list[0]?.tiles ?? [];
  if (tiles.length === 0) return <p className="secondary">{t('none')}</p>;
  return (
    <div className="attestations-picture">
      <Viewer name={name} tiles={tiles} marks={marks} shown={shown}>
        <input
          type="search"
          className="input"
          aria-label={t('search')}
          placeholder={t('search')}
          value={wanted}
          maxLength={attestationSearchLength}
          onChange={({ target }) => {
            setWanted(target.value);
            setShown(0);
          }}
          onKeyDown={({ key, shiftKey, nativeEvent }) => {
            if (key !== 'Enter' || nativeEvent.isComposing || marks.length === 0) return;
            setShown((shown + (shiftKey ? marks.length - 1 : 1)) % marks.length);
          }}
        />
      </Viewer>
      {wanted.trim() && <TextSearch ano={ano} wanted={wanted} marked={marks.length} />}
    </div>
  );
}
