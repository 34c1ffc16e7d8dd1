import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { SelectedItem } from '../ui/selected-item.tsx';
import { Content } from './content.tsx';
import { StateMark } from './state-mark.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-version', text);

export function Component() {
  const t = useWords();
  const { version = '' } = useParams();
  const found = useQuery(queryOf(calls.money.consolePriceList, { version }));
  return (
    <SelectedItem back={paths.consolePrices} found={found}>
      {(data) => (
        <>
          <header className="console-prices-title">
            <h1>{t('version', { version: data.version })}</h1>
            <StateMark state={data.state} />
            <p className="secondary">
              {t('from')} <Moment at={data.validFrom} />
              {data.by && ` · ${t('by', { by: data.by })}`}
              {data.note && ` · ${data.note}`}
            </p>
          </header>
          <Content content={data.content} />
        </>
      )}
    </SelectedItem>
  );
}
