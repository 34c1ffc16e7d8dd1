import { calls, certificateRevocationWords, type NotaryCertificate } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { Chip } from '../../../ui/kit/chip.tsx';
import { closed, done, failed } from '../../../ui/kit/looks.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { MomentCell } from '../../../ui/kit/moment-cell.tsx';
import { TableHead } from '../../../ui/kit/table-head.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { RevokeCertificate } from './revoke-certificate.tsx';
import { SupplyCertificate } from './supply-certificate.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certificates', text);

interface Office {
  id: string;
  notaries: { id: string; name: string }[];
}

/** Certificates of an office's notaries, loaded once the operator opens them; the button follows the other actions. */
export function Certificates({ office, children }: { office: Office; children: ReactNode }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="actions">
        {children}
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('show')}
        </Button>
      </div>
      {isOpen && <CertificateList office={office} />}
    </>
  );
}

function CertificateList({ office }: { office: Office }) {
  const t = useWords();
  const found = useQuery(queryOf(calls.consoleNotarization.notaryCertificates, { id: office.id }));
  return (
    <section className="console-notarization-certificates" aria-label={t('title')}>
      <p className="secondary">{t('about')}</p>
      <QueryView query={found} rows={3}>
        {({ list }) =>
          list.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <table className="console-table" aria-label={t('title')}>
              <TableHead columns={[t('notary'), t('certificate'), t('validUntil'), t('state'), '']} />
              <tbody>
                {list.map((one) => (
                  <Row key={one.id} officeId={office.id} certificate={one} />
                ))}
              </tbody>
            </table>
          )
        }
      </QueryView>
      <SupplyCertificate office={office} />
    </section>
  );
}

function Row({ officeId, certificate }: { officeId: string; certificate: NotaryCertificate }) {
  const t = useWords();
  const { name, sha256, origin, validUntil } = certificate;
  return (
    <tr>
      <td>
        <strong>{name}</strong>
      </td>
      <td data-label={t('certificate')}>
        {t(origin)} <code title={sha256}>{sha256.slice(0, 16)}</code>
      </td>
      <MomentCell label={t('validUntil')} at={validUntil} />
      <td data-label={t('state')}>
        <State certificate={certificate} />
      </td>
      <td className="right">
        <RevokeCertificate officeId={officeId} certificate={certificate} />
      </td>
    </tr>
  );
}

function State({ certificate: { isCurrent, revocation, validUntil } }: { certificate: NotaryCertificate }) {
  const t = useWords();
  const language = useLanguage();
  if (revocation)
    return (
      <>
        <Chip {...failed}>{t('revoked')}</Chip>{' '}
        <span className="secondary">
          {wordIn(certificateRevocationWords[revocation.reason], language)} · <Moment at={revocation.at} />
        </span>
      </>
    );
  if (isCurrent) return <Chip {...done}>{t('current')}</Chip>;
  return <Chip {...closed}>{t(Date.parse(validUntil) < Date.now() ? 'expired' : 'earlier')}</Chip>;
}
