import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { Moment } from '../../ui/moment.tsx';
import { paths } from '../../ui/paths.ts';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../ui/words.ts';
import { Content } from './content.tsx';
import { StateMark } from './state-mark.tsx';

const useWords = words('console-price-version', {
  version: ['第 {version} 版', 'Version {version}'],
  from: ['生效时间', 'In force from'],
  by: ['由 {by} 发布', 'Published by {by}'],
  back: ['返回列表', 'Back to the list'],
});

export function Component() {
  const say = useWords();
  const { version = '' } = useParams();
  const { data, error, refetch } = useQuery(queryOf(calls.pricing.consolePriceList, { version }));
  if (!data) return error ? <RefusedPanel error={error} onRetry={() => void refetch()} /> : <Waiting rows={10} />;
  return (
    <>
      <Link to={paths.consolePrices} className="console-back">
        {say('back')}
      </Link>
      <header className="prices-title">
        <h2>{say('version', { version: data.version })}</h2>
        <StateMark state={data.state} />
        <p className="secondary">
          {say('from')} <Moment at={data.validFrom} />
          {data.by && ` · ${say('by', { by: data.by })}`}
          {data.note && ` · ${data.note}`}
        </p>
      </header>
      <Content content={data.content} />
    </>
  );
}
