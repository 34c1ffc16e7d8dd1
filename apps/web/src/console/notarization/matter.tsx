import { calls, isMatterOver, matterKindFacts, matterPauseWords, type NotaryMatter } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { BundleLinks } from '../../ui/matter/bundle-links.tsx';
import { MatterDocuments } from '../../ui/matter/documents.tsx';
import { MatterChip } from '../../ui/matter/matter-chip.tsx';
import { MatterTimeline } from '../../ui/matter/timeline.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Facts } from '../ui/facts.tsx';
import { manualRefetch } from '../ui/manual-refetch.ts';
import { SelectedItem } from '../ui/selected-item.tsx';
import { ActBar } from './acts/bar.tsx';
import { Application } from './application.tsx';
import { Assign } from './assign.tsx';
import { Evidence } from './evidence.tsx';
import { hasIdentification } from './evidence-of-parties.ts';
import { Identity } from './identity.tsx';
import { Materials } from './materials.tsx';
import { Parties } from './parties.tsx';
import { Questions } from './questions.tsx';
import { Shipment } from './shipment.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter', text);

/** One matter on one screen. Each view is recorded, so it is refetched only after an action. */
export function Matter({ id, back }: { id: string; back: string }) {
  const found = useQuery({ ...queryOf(calls.consoleNotarization.notaryMatter, { id }), ...manualRefetch });
  const onChanged = async () => {
    await Promise.all([refresh('consoleMatters'), found.refetch()]);
  };
  return (
    <SelectedItem back={back} found={found}>
      {(matter) => (
        <>
          <Head matter={matter} onChanged={onChanged} />
          <div className="console-notarization-sections">
            <div>
              <Application matter={matter} />
              <Materials matter={matter} />
              <Evidence matter={matter} onChanged={onChanged} />
              {hasIdentification(matter) && <Identity matter={matter} />}
              <Questions key={matter.version} matter={matter} onChanged={onChanged} />
            </div>
            <div>
              <Parties matter={matter} onChanged={onChanged} />
              <MatterDocuments
                kind={matter.kind}
                state={matter.state}
                documents={matter.documents}
                linkOf={(document) =>
                  linkTo(calls.consoleNotarization.notaryMatterFile, { id, documentId: document.id })
                }
              />
              {matter.state === 'issued' && <Bundle id={id} />}
              <MatterTimeline journal={matter.journal} />
            </div>
          </div>
          <ActBar matter={matter} onChanged={onChanged} />
        </>
      )}
    </SelectedItem>
  );
}

/** The bundle of an issued matter; absent until it is made. */
function Bundle({ id }: { id: string }) {
  const { data } = useQuery(queryOf(calls.consoleDeeds.officeBundleFacts, { id }));
  if (!data?.bundle) return null;
  return (
    <p className="console-notarization-bundle">
      <BundleLinks
        bundle={data.bundle}
        linkOf={(recordings) => linkTo(calls.consoleDeeds.officeBundle, { id, recordings })}
      />
    </p>
  );
}

function Head({ matter, onChanged }: { matter: NotaryMatter; onChanged: () => Promise<void> }) {
  const t = useWords();
  const language = useLanguage();
  const { no, kind, state, deadline, pause, reason, deedNo, feeCents, isFeeWaived, createdAt, parties } = matter;
  return (
    <>
      <div className="page-heading">
        <h1>{wordIn(matterKindFacts[kind].name, language)}</h1>
        <MatterChip state={state} />
      </div>
      {pause && pause.reason !== 'parties' && (
        <Alert
          className="console-notarization-alert"
          type="warning"
          showIcon
          title={t('paused', { reason: wordIn(matterPauseWords[pause.reason], language) })}
          description={
            <>
              {t('pausedSince')} <Moment at={pause.since} />
            </>
          }
        />
      )}
      {state === 'correction' && (
        <Alert className="console-notarization-alert" type="info" showIcon title={t('correcting')} />
      )}
      {isMatterOver(state) && reason && (
        <Alert className="console-notarization-alert" type="info" showIcon title={reason} />
      )}
      <Facts
        isWide
        facts={[
          [t('no'), <Copyable key="no" text={no} what={t('no')} />],
          [t('parties'), parties.join(language === 'zh' ? '、' : ', ')],
          [t('account'), matter.accountName],
          [t('submitted'), <Moment key="at" at={createdAt} />],
          [
            t('due'),
            deadline && (
              <span key="due" className="numbers">
                {deadline} {pause?.reason === 'parties' && <span className="secondary">{t('waits')}</span>}
              </span>
            ),
          ],
          [t('fee'), isFeeWaived ? t('waived') : feeCents !== null && amount(feeCents)],
          [t('deed'), deedNo],
          [
            t('shipment'),
            state === 'issued' && matter.delivery.way === 'post' && (
              <Shipment key="shipment" matter={matter} onChanged={onChanged} />
            ),
          ],
          [t('notary'), <Assign key="notary" matter={matter} onChanged={onChanged} />],
        ]}
      />
    </>
  );
}
