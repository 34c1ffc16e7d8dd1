import './prices.css';
import { calls, orderableServices, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { NotCome } from '../notice.tsx';
import { PackageCards } from './package-cards.tsx';
import { ServiceTable } from './service-table.tsx';

const useWords = words('public-prices', {
  title: ['价格', 'Prices'],
  intro: [
    '按实际使用收费：先用套餐额度，不足部分从账户余额扣除。存证失败或被取消时不收费。',
    'You pay for what you use: packages are used first, the rest is taken from your balance. What fails or is cancelled costs nothing.',
  ],
  loading: ['正在读取价格', 'Reading the prices'],
  inForce: ['第 {version} 版价目表，生效时间', 'Price list {version}, in force since'],
  services: ['服务单价', 'By service'],
  servicesHint: [
    '一次发起的数量达到下列档位时，全部按该档单价计算。',
    'Where so many are ordered at once, each of them costs the price of that tier.',
  ],
  coming: ['暂未开放的服务', 'Not offered yet'],
  comingHint: ['开放后按以下价格收取。', 'Once they are, this is what they cost.'],
  packages: ['套餐', 'Packages'],
  packagesHint: ['购买后在有效期内抵扣对应的服务。', 'Bought once, used up service by service until they end.'],
  noPackages: ['暂无在售的套餐。', 'No package is for sale at present.'],
});

/** What everything costs, for people who are not signed in; the same list that is charged by. */
export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.pricing.currentPrices, {}),
    meta: { isSaidInPlace: true },
  });
  return (
    <>
      <h1>{say('title')}</h1>
      <p className="secondary public-intro">{say('intro')}</p>
      {!data && !error && <p role="status">{say('loading')}</p>}
      {!data && error && <NotCome error={error} refetch={refetch} />}
      {data && <List list={data} />}
    </>
  );
}

function List({ list }: { list: ReplyOf<typeof calls.pricing.currentPrices> }) {
  const say = useWords();
  const offered = list.prices.filter(({ service }) => orderableServices.includes(service));
  const coming = list.prices.filter(({ service }) => !orderableServices.includes(service));
  return (
    <>
      <p className="secondary public-prices-since">
        {say('inForce', { version: list.version })} <Moment at={list.validFrom} />
      </p>
      <section aria-labelledby="prices-services">
        <h2 id="prices-services">{say('services')}</h2>
        <p className="secondary">{say('servicesHint')}</p>
        <ServiceTable prices={offered} caption={say('services')} />
      </section>
      <section aria-labelledby="prices-packages">
        <h2 id="prices-packages">{say('packages')}</h2>
        <p className="secondary">{say(list.packages.length > 0 ? 'packagesHint' : 'noPackages')}</p>
        {list.packages.length > 0 && <PackageCards packages={list.packages} />}
      </section>
      {coming.length > 0 && (
        <section aria-labelledby="prices-coming">
          <h2 id="prices-coming">{say('coming')}</h2>
          <p className="secondary">{say('comingHint')}</p>
          <ServiceTable prices={coming} caption={say('coming')} />
        </section>
      )}
    </>
  );
}
