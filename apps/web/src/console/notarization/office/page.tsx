import '../notarization.css';
import { calls, matterKindFacts, type OwnOffice } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { queryOf } from '../../../api/queries.ts';
import { Chip } from '../../../ui/kit/chip.tsx';
import { attention } from '../../../ui/kit/looks.tsx';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { right, TableHead } from '../../../ui/kit/table-head.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { Facts } from '../../ui/facts.tsx';
import { Templates } from './templates.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-office', text);

/** The notary's own office: seal, notaries, fees and the wording of its documents. */
export function Component() {
  const t = useWords();
  const found = useQuery(queryOf(calls.consoleNotarization.ownOffice, {}));
  return (
    <>
      <PageHeading title={t('title')} />
      <QueryView query={found} rows={8}>
        {({ office }) =>
          office ? (
            <Whole office={office} />
          ) : (
            <Alert type="warning" showIcon title={t('none')} description={t('noneHint')} />
          )
        }
      </QueryView>
    </>
  );
}

function Whole({ office }: { office: OwnOffice }) {
  const t = useWords();
  const { name, address, phone, numberPrefix, isOpen, sealUrl } = office;
  return (
    <div className="console-notarization-office">
      <section className="panel console-notarization-panel">
        <div className="console-line">
          <h2>{t('office')}</h2>
          {!isOpen && <Chip {...attention}>{t('closed')}</Chip>}
        </div>
        <Facts
          facts={[
            [t('name'), name],
            [t('address'), address],
            [t('phone'), phone],
            [t('prefix'), numberPrefix],
          ]}
        />
        <p className="secondary">{t('operator')}</p>
      </section>
      <section className="panel console-notarization-panel">
        <h2>{t('seal')}</h2>
        <img className="console-notarization-office-seal" src={sealUrl} alt={t('sealAlt', { name })} />
        <p className="secondary">{t('sealHint')}</p>
      </section>
      <Notaries office={office} />
      <Fees office={office} />
      <Templates />
    </div>
  );
}

function Notaries({ office: { notaries } }: { office: OwnOffice }) {
  const t = useWords();
  return (
    <section className="panel console-notarization-panel">
      <h2>{t('staff')}</h2>
      <table className="console-table" aria-label={t('staff')}>
        <TableHead columns={[t('person'), t('licence'), right(t('open'))]} />
        <tbody>
          {notaries.map(({ id, name, licenceNo, openMatters }) => (
            <tr key={id}>
              <td>
                <strong>{name}</strong>
              </td>
              <td data-label={t('licence')}>
                <code>{licenceNo}</code>
              </td>
              <td className="right numbers" data-label={t('open')}>
                {openMatters}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Fees({ office: { fees } }: { office: OwnOffice }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section className="panel console-notarization-panel">
      <h2>{t('fees')}</h2>
      <table className="console-table" aria-label={t('fees')}>
        <TableHead columns={[t('kind'), right(t('fee'))]} />
        <tbody>
          {fees.map(({ kind, feeCents }) => (
            <tr key={kind}>
              <td>{wordIn(matterKindFacts[kind].name, language)}</td>
              <td className="right numbers" data-label={t('fee')}>
                {amount(feeCents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="secondary">{t('feesHint')}</p>
    </section>
  );
}
