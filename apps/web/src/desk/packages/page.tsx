import './packages.css';
import { calls, packageKinds, packageKindWords, packageStates, packageStateWords } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { useTitle } from '../../ui/title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import { BoughtTable } from './bought-table.tsx';
import { Product } from './product.tsx';

const useWords = words('packages', {
  title: ['套餐', 'Packages'],
  hint: [
    '发起存证或公证时先用套餐额度，先到期的先用；套餐用完后再从余额扣费。',
    'What you order is taken from packages first, from those that end first, and then from the balance.',
  ],
  kinds: ['按类型筛选', 'Filter by kind'],
  states: ['按状态筛选', 'Filter by state'],
  forSale: ['购买套餐', 'For sale'],
  noneForSale: ['暂无在售的套餐。', 'No package is for sale at present.'],
  bought: ['已有套餐', 'Yours'],
  none: ['还没有套餐。购买后会显示在这里。', 'There is none yet. What you buy stands here.'],
  nothing: ['没有这种套餐。', 'There is none of these.'],
  total_one: ['共 {count} 个', '{count} package'],
  total_other: ['共 {count} 个', '{count} packages'],
  pages: ['分页', 'Pages'],
});

const pageSize = 10;

export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const [query, setQuery] = useSearchParams();
  const kind = packageKinds.find((one) => one === query.get('kind'));
  const state = packageStates.find((one) => one === query.get('state'));
  const asked = Number(query.get('page'));
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 1000 ? asked : 1;
  const want = (change: Record<string, string | undefined>) =>
    setQuery(addressOf({ kind, state, ...change }), { replace: true });
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.costCenter.packages, {
      page,
      size: pageSize,
      ...(kind ? { kind } : {}),
      ...(state ? { state } : {}),
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <>
      <div className="page-heading">
        <h1>{say('title')}</h1>
      </div>
      <p className="secondary packages-hint">{say('hint')}</p>
      <Choice
        label={say('kinds')}
        of={packageKinds}
        words={packageKindWords}
        chosen={kind}
        onChoose={(one) => want({ kind: one })}
      />
      {error && !data && <RefusedPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <section aria-labelledby="packages-for-sale">
            <h2 id="packages-for-sale">{say('forSale')}</h2>
            {data.forSale.length === 0 && <p className="secondary">{say('noneForSale')}</p>}
            <ul className="packages-cards">
              {data.forSale.map((product) => (
                <Product key={product.code} product={product} />
              ))}
            </ul>
          </section>
          <section aria-labelledby="packages-bought">
            <h2 id="packages-bought">{say('bought')}</h2>
            <Choice
              label={say('states')}
              of={packageStates}
              words={packageStateWords}
              chosen={state}
              onChoose={(one) => want({ state: one })}
            />
            {data.total === 0 ? (
              <p className="panel packages-none secondary">{say(kind || state ? 'nothing' : 'none')}</p>
            ) : (
              <BoughtTable rows={data.list} />
            )}
            {data.total > 0 && (
              <nav className="packages-foot" aria-label={say('pages')}>
                <span className="secondary numbers">{say('total', { count: data.total })}</span>
                <Pagination
                  current={page}
                  total={data.total}
                  pageSize={pageSize}
                  hideOnSinglePage
                  showSizeChanger={false}
                  onChange={(next) => want({ page: next === 1 ? undefined : String(next) })}
                />
              </nav>
            )}
          </section>
        </>
      )}
    </>
  );
}

const addressOf = (wanted: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : [])));

interface ChoiceProps<One extends string> {
  label: string;
  of: readonly One[];
  words: Record<One, readonly [zh: string, en: string]>;
  chosen: One | undefined;
  onChoose: (one: One | undefined) => void;
}

/** One of them, or none. */
function Choice<One extends string>({ label, of, words: names, chosen, onChoose }: ChoiceProps<One>) {
  const language = useLanguage();
  return (
    <div role="group" aria-label={label} className="chips packages-choice">
      {of.map((one) => (
        <button
          key={one}
          type="button"
          className="packages-toggle"
          aria-pressed={one === chosen}
          onClick={() => onChoose(one === chosen ? undefined : one)}
        >
          {wordIn(names[one], language)}
        </button>
      ))}
    </div>
  );
}
