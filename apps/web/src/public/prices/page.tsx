import './prices.css';
import { calls, orderableServices, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { LoadedPage } from '../loaded-page.tsx';
import { PackageCards } from './package-cards.tsx';
import { ServiceTable } from './service-table.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('public-prices', text);

/** Public price page; shows the price list that orders are charged by. */
export function Component() {
  const t = useWords();
  const found = useQuery({ ...queryOf(calls.money.currentPrices, {}), meta: { isShownInPlace: true } });
  return (
    <LoadedPage title={t('title')} intro={t('intro')} loading={t('loading')} found={found}>
      {(list) => <List list={list} />}
    </LoadedPage>
  );
}

function List({ list }: { list: ReplyOf<typeof calls.money.currentPrices> }) {
  const t = useWords();
  const language = useLanguage();
  const given = list.welcome?.quotas[0];
  const offered = list.prices.filter(({ service }) => orderableServices.includes(service));
  const coming = list.prices.filter(({ service }) => !orderableServices.includes(service));
  return (
    <>
      <p className="secondary prices-since">
        {t('inForce', { version: list.version })} <Moment at={list.validFrom} />
      </p>
      <section aria-labelledby="prices-services">
        <h2 id="prices-services">{t('services')}</h2>
        <p className="secondary">{t('servicesHint')}</p>
        <ServiceTable prices={offered} caption={t('services')} />
      </section>
      <section aria-labelledby="prices-packages">
        <h2 id="prices-packages">{t('packages')}</h2>
        {given && <p>{t('welcome', { quantity: quantityOf(given.service, given.quantity, language) })}</p>}
        <p className="secondary">{t(list.packages.length > 0 ? 'packagesHint' : 'noPackages')}</p>
        {list.packages.length > 0 && <PackageCards packages={list.packages} />}
      </section>
      {coming.length > 0 && (
        <section aria-labelledby="prices-coming">
          <h2 id="prices-coming">{t('coming')}</h2>
          <p className="secondary">{t('comingHint')}</p>
          <ServiceTable prices={coming} caption={t('coming')} />
        </section>
      )}
    </>
  );
}
