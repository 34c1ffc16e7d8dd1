import './packages.css';
import { calls, packageKinds, packageKindWords, packageStates, packageStateWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { useAddress } from '../../ui/address/address.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Pages } from '../../ui/kit/pages.tsx';
import { Toggles } from '../../ui/kit/toggles.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { BoughtTable } from './bought-table.tsx';
import { Product } from './product.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('packages', text);

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const language = useLanguage();
  const { query, page, want } = useAddress();
  const balance = useQuery(queryOf(calls.account.accountInfo, {})).data?.balance;
  const kind = packageKinds.find((one) => one === query.get('kind'));
  const state = packageStates.find((one) => one === query.get('state'));
  const { data, error, refetch } = useRows({
    ...queryOf(calls.costCenter.packages, {
      page,
      ...(kind ? { kind } : {}),
      ...(state ? { state } : {}),
    }),
    staleTime: 0,
  });
  return (
    <>
      <div className="page-heading">
        <h1>{t('title')}</h1>
      </div>
      <p className="secondary packages-hint">{t('hint')}</p>
      <div className="packages-choice">
        <Toggles
          label={t('kinds')}
          of={packageKinds}
          nameOf={(one) => wordIn(packageKindWords[one], language)}
          chosen={kind ? [kind] : []}
          onToggle={(one) => want({ kind: one === kind ? '' : one })}
        />
      </div>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <section aria-labelledby="packages-for-sale">
            <h2 id="packages-for-sale">{t('forSale')}</h2>
            {balance && (
              <p className="secondary packages-hint">{t('source', { balance: amount(balance.balanceCents) })}</p>
            )}
            {data.forSale.length === 0 && <p className="secondary">{t('noneForSale')}</p>}
            <ul className="package-cards">
              {data.forSale.map((product) => (
                <Product key={product.code} product={product} />
              ))}
            </ul>
          </section>
          <section aria-labelledby="packages-bought">
            <h2 id="packages-bought">{t('bought')}</h2>
            <div className="packages-choice">
              <Toggles
                label={t('states')}
                of={packageStates}
                nameOf={(one) => wordIn(packageStateWords[one], language)}
                chosen={state ? [state] : []}
                onToggle={(one) => want({ state: one === state ? '' : one })}
              />
            </div>
            {data.total === 0 ? (
              <p className="panel panel-none secondary">{t(kind || state ? 'nothing' : 'none')}</p>
            ) : (
              <BoughtTable rows={data.list} />
            )}
            <Pages total={data.total} />
          </section>
        </>
      )}
    </>
  );
}
