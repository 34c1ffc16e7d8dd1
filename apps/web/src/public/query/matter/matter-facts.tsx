import { type MatterDocumentKind, matterDocumentWords } from '@proofkeep/contract';
import { type MatterReport, type Verdict, wordsIn } from '@proofkeep/verify';
import type { ReactNode } from 'react';
import { Moment } from '../../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { printable } from '../finding-text.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('verified-matter', text);

type Matter = NonNullable<MatterReport['matter']>;

/** The signers of each document, in the order of the signatures; the certificates are among the findings. */
function Signers({ matter, nameOf }: { matter: Matter; nameOf: (kind: string) => string }) {
  const language = useLanguage();
  const [colon, comma] = language === 'zh' ? ['：', '、'] : [': ', ', '];
  return matter.documents.map(({ kind }) => {
    const names = matter.signers.filter(({ document }) => document === kind).map(({ name }) => printable(name));
    return <div key={kind}>{`${nameOf(kind)}${colon}${names.join(comma)}`}</div>;
  });
}

/** Facts of the bundle of a matter. Labelled as claims unless the verdict is good. */
export function MatterFacts({ verdict, matter }: { verdict: Verdict; matter: Matter }) {
  const t = useWords();
  const language = useLanguage();
  const nameOf = (kind: string) =>
    Object.hasOwn(matterDocumentWords, kind)
      ? wordIn(matterDocumentWords[kind as MatterDocumentKind], language)
      : printable(kind);
  const rows: [string, ReactNode][] = [
    [t('no'), <code key="no">{printable(matter.no)}</code>],
    [t('deedNo'), printable(matter.deedNo)],
    [t('office'), printable(matter.office)],
    [t('issuedAt'), <Moment key="issued" at={matter.issuedAt} />],
    [t('entries'), t('entriesOf', { count: matter.entries })],
    [t('signers'), <Signers key="signers" matter={matter} nameOf={nameOf} />],
    [t('kept'), wordsIn(language).withheld(matter.withheld)],
    [t('stampedAt'), matter.stampedAt && <Moment key="stamped" at={matter.stampedAt} />],
  ];
  return (
    <section className="panel query-report-facts">
      <h3>{t(verdict === 'passed' ? 'title' : 'claimed')}</h3>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '-'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
