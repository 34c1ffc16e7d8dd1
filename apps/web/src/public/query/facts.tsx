import { type SubmitterFact, submitterFacts, type Word } from '@proofkeep/contract';
import type { Report } from '@proofkeep/verify';
import type { ReactNode } from 'react';
import { SubmitterRows } from '../../ui/attestation/submitter-rows.tsx';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { shortId } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Copy } from '../copy.tsx';
import { vouchers } from './checks.ts';
import { plainNames, printable } from './finding-text.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('report-facts', text);

type KnownFacts = NonNullable<Report['facts']>;

/** Subject, time and submitter. Labelled as claims unless the verdict is good. */
export function Facts({ report, facts }: { report: Report; facts: KnownFacts }) {
  const t = useWords();
  const { sealedBy, log } = vouchers(report);
  const named: [string, ReactNode][] = [
    [t(facts.kind), <Preserved key="preserved" facts={facts} />],
    [t('ano'), <Copied key="ano" text={facts.ano} what={t('ano')} />],
  ];
  const proven: [string, ReactNode][] = [
    [t('capturedAt'), facts.capture && <Moment key="captured" at={facts.capture.startedAt} />],
    [t('examinedAt'), facts.files && <Moment key="examined" at={facts.files.examinedAt} />],
    [t('deviceName'), facts.device && printable(facts.device.name)],
    [t('deviceClaimed'), facts.device && <Claimed key="claimed" device={facts.device} />],
    [t('stampedAt'), facts.stampedAt && <Moment key="stamped" at={facts.stampedAt} />],
    [t('sealedBy'), sealedBy && printable(plainNames(sealedBy))],
    [t('log'), log && facts.logIndex !== null && t('logIndex', { log: printable(log), index: facts.logIndex })],
    [t('digest'), <Copied key="digest" text={facts.manifestSha256} what={t('digest')} />],
  ];
  return (
    <section className="panel query-report-facts">
      <h3>{t(report.verdict === 'passed' ? 'title' : 'claimed')}</h3>
      <dl>
        <Rows rows={named} />
        <SubmitterRows facts={submitterFacts(facts).map(printableFact)} />
        <Rows rows={proven} />
      </dl>
    </section>
  );
}

const Rows = ({ rows }: { rows: [string, ReactNode][] }) =>
  rows.map(([name, value]) => (
    <Fact key={name} name={name}>
      {value}
    </Fact>
  ));

/** Names are untrusted text, in the notes too. */
const printableFact = (fact: SubmitterFact): SubmitterFact => ({
  ...fact,
  value: fact.value && printable(fact.value),
  notes: fact.notes.map(([zh, en]): Word => [printable(zh), printable(en)]),
});

/** URLs from an untrusted file are shown as text, never as links. */
function Preserved({ facts: { title, capture, files, device } }: { facts: KnownFacts }) {
  const t = useWords();
  return (
    <>
      {title && <span className="query-report-page">{printable(title)}</span>}
      {capture && <code>{printable(capture.requestedUrl)}</code>}
      {files && t('count', { count: files.count })}
      {device && t('deviceSegments', device)}
    </>
  );
}

const Claimed = ({ device: { claimedFrom, claimedUntil } }: { device: NonNullable<KnownFacts['device']> }) => (
  <>
    <Moment at={claimedFrom} /> – <Moment at={claimedUntil} />
  </>
);

const Copied = ({ text, what }: { text: string; what: string }) => (
  <>
    <code title={text}>{shortId(text, 12)}</code> <Copy text={text} what={what} />
  </>
);
