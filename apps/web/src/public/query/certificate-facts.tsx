import type { CertificateReport } from '@proofkeep/verify';
import { Link } from 'react-router';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { useOnline } from '../../ui/notices/use-online.ts';
import { shortId } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Copy } from '../copy.tsx';
import { plainNames, printable } from './finding-text.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certificate-facts', text);

/** Which evidence a certificate names. Labelled as claims unless the verdict is good. */
export function CertificateFacts({ report }: { report: CertificateReport }) {
  const t = useWords();
  const isOnline = useOnline();
  const { certificate, findings, verdict } = report;
  if (!certificate) return null;
  const { ano, manifestSha256: sha256, manifestSm3: sm3, stampedAt } = certificate;
  const seal = findings.find(({ check, outcome }) => check === 'certificate' && outcome === 'passed');
  const copied = (name: 'ano' | 'sha256' | 'sm3', value: string) => (
    <Fact name={t(name)}>
      <code title={value}>{shortId(value, 12)}</code> <Copy text={value} what={t(name)} />
    </Fact>
  );
  return (
    <section className="panel query-report-facts">
      <h3>{t(verdict === 'passed' ? 'title' : 'claimed')}</h3>
      <dl>
        {copied('ano', ano)}
        <Fact name={t('stampedAt')}>{stampedAt && <Moment at={stampedAt} />}</Fact>
        <Fact name={t('sealedBy')}>{seal && printable(plainNames(String(seal.args.who)))}</Fact>
        {copied('sha256', sha256)}
        {copied('sm3', sm3)}
      </dl>
      <p className="query-report-next">
        {isOnline ? (
          <Link to={`?${new URLSearchParams({ by: 'certificate', ano, sha256 })}`}>{t('lookUp')}</Link>
        ) : (
          t('offline')
        )}
      </p>
    </section>
  );
}
