import '../notarization.css';
import { calls, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/queries.ts';
import { Chip } from '../../../ui/kit/chip.tsx';
import { closed, done } from '../../../ui/kit/looks.tsx';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { words } from '../../../ui/words/words.ts';
import { Appoint } from './appoint.tsx';
import { Certificates } from './certificates.tsx';
import { OfficeDialog } from './form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-offices', text);

type Office = ReplyOf<typeof calls.consoleNotarization.offices>['list'][number];

/** The operator's view of all offices and their notaries. */
export function Component() {
  const t = useWords();
  const found = useQuery(queryOf(calls.consoleNotarization.offices, {}));
  return (
    <>
      <PageHeading title={t('title')}>
        <OfficeDialog />
      </PageHeading>
      <QueryView query={found} rows={6}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={t('none')} hint={t('noneHint')} />
          ) : (
            <div className="console-notarization-offices">
              {list.map((office) => (
                <One key={office.id} office={office} />
              ))}
            </div>
          )
        }
      </QueryView>
    </>
  );
}

function One({ office }: { office: Office }) {
  const t = useWords();
  const { name, address, phone, numberPrefix, isOpen, notaries } = office;
  return (
    <section className="panel console-notarization-panel">
      <div className="console-line">
        <h2>{name}</h2>
        <Chip {...(isOpen ? done : closed)}>{t(isOpen ? 'open' : 'closed')}</Chip>
      </div>
      <p className="secondary">
        {address} · {phone} · {t('prefix', { prefix: numberPrefix })}
      </p>
      <h3>{t('notaries')}</h3>
      {notaries.length === 0 && <p className="secondary">{t('noNotaries')}</p>}
      <ul className="console-notarization-list">
        {notaries.map(({ id, name: notary, licenceNo }) => (
          <li key={id}>
            {notary} <span className="secondary">{t('licence', { no: licenceNo })}</span>
          </li>
        ))}
      </ul>
      <Certificates office={office}>
        <Appoint office={office} />
        <OfficeDialog office={office} />
      </Certificates>
    </section>
  );
}
