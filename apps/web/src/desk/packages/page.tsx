import './packages.css';
import {
  calls,
  packageKinds,
  packageKindWords,
  packageStates,
  packageStateWords,
  type Word,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { useAddress } from '../../ui/address/address.ts';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
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
      <PageHeading title={t('title')} />
      <p className="secondary packages-hint">{t('hint')}</p>
      <Choice label={t('kinds')} words={packageKindWords} value={kind} onChange={(kind) => want({ kind })} />
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
            <Choice label={t('states')} words={packageStateWords} value={state} onChange={(state) => want({ state })} />
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

interface ChoiceProps<Value extends string> {
  label: string;
  words: Readonly<Record<Value, Word>>;
  value: Value | undefined;
  onChange: (value: Value | '') => void;
}

/** A filter with one selected value or none. */
function Choice<Value extends string>({ label, words, value, onChange }: ChoiceProps<Value>) {
  const language = useLanguage();
  return (
    <div className="packages-choice">
      <Toggles
        label={label}
        of={Object.keys(words) as Value[]}
        nameOf={(one) => wordIn(words[one], language)}
        chosen={value ? [value] : []}
        onToggle={(one) => onChange(one === value ? '' : one)}
      />
    </div>
  );
}
