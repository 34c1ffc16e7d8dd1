import './packages.css';
import { calls, type PackageUse, packageKindWords, type Service, serviceWords } from '@proofkeep/contract';
import { Link, useParams, useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { pageOf, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Chip } from '../../ui/kit/chip.tsx';
import { Fact } from '../../ui/kit/fact.tsx';
import { closed, working } from '../../ui/kit/looks.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { PackageChip } from './package-chip.tsx';
import { Quotas } from './quotas.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('package', text);

export function Component() {
  const t = useWords();
  const language = useLanguage();
  const { packageId = '' } = useParams();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const { data, error, refetch } = useRows({
    ...queryOf(calls.costCenter.package, { packageId, page }),
    staleTime: 0,
  });
  const bought = data?.package;
  useTitle(bought?.name[language] ?? t('title'));
  return (
    <>
      <p className="packages-back">
        <Link to={paths.packages}>{t('back')}</Link>
      </p>
      <div className="page-heading">
        <h1>
          {bought?.name[language] ?? t('title')} {bought && <PackageChip state={bought.state} />}
        </h1>
      </div>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {bought && (
        <div className="packages-columns">
          <section className="panel packages-part">
            <h2>{t('used')}</h2>
            <Quotas quotas={bought.quotas} />
          </section>
          <section className="panel packages-part">
            <h2>{t('facts')}</h2>
            <p className="secondary">{wordIn(packageKindWords[bought.kind], language)}</p>
            <dl className="facts">
              <Fact name={t('price')}>
                <span className="numbers">{bought.priceCents === 0 ? t('free') : amount(bought.priceCents)}</span>
              </Fact>
              <Fact name={t('bought')}>
                <Moment at={bought.boughtAt} />
              </Fact>
              <Fact name={t('until')}>
                <Moment at={bought.expiresAt} />
              </Fact>
              <Fact name={t('operator')}>{bought.operator.name}</Fact>
            </dl>
          </section>
        </div>
      )}
      {data && (
        <section aria-labelledby="package-uses">
          <h2 id="package-uses">{t('uses')}</h2>
          {data.uses.total === 0 ? (
            <p className="panel panel-none secondary">{t('none')}</p>
          ) : (
            <>
              <ul className="panel packages-uses">
                {data.uses.list.map((use) => (
                  <Use key={use.id} use={use} />
                ))}
              </ul>
              <Pages total={data.uses.total} />
            </>
          )}
        </section>
      )}
    </>
  );
}

/** Where the use of a unit can be viewed. A matter is found by its number. */
const pageOfSubject = (service: Service, subject: string): string =>
  service === 'notarization'
    ? withQuery(paths.matters(), new URLSearchParams({ search: subject }))
    : paths.attestation(subject);

function Use({ use: { at, service, units, state, subject, member } }: { use: PackageUse }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <li>
      <span>
        {wordIn(serviceWords[service].name, language)}
        {subject && ' · '}
        {subject && (
          <Link to={pageOfSubject(service, subject)} className="mono">
            {subject}
          </Link>
        )}
      </span>
      <span className="numbers">
        {quantityOf(service, units, language)} <Chip {...(state === 'held' ? working : closed)}>{t(state)}</Chip>
      </span>
      <span className="secondary">
        {member.name} · <Moment at={at} />
      </span>
    </li>
  );
}
