import {
  calls,
  feeReturnOf,
  isMatterOver,
  type MatterDetail,
  type MatterEvent,
  matterFeeReturnWords,
  matterPauseWords,
  matterReasonLength,
  matterStateTable,
  matterStepWords,
  publicMatterPath,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { ask, linkTo } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { BundleLinks } from '../../../ui/matter/bundle-links.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { Cost } from './cost.tsx';
import { Fee } from './fee.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-next', text);

/** Whether the state table lets the applicant cause an event; buttons for other events aren't shown. */
const isAllowed = ({ state }: MatterDetail, event: MatterEvent): boolean =>
  matterStateTable.allowed(state, 'applicant').includes(event);

/** The next action, who takes it and by when, with its buttons. */
export function Next({ matter }: { matter: MatterDetail }) {
  const t = useWords();
  const language = useLanguage();
  const { id, no, state, turn, deadline, reason, corrections, pause, expiresOn } = matter;
  const isSuspended = pause !== null && pause.reason !== 'parties';
  const deed = matter.documents.find(({ kind }) => kind === 'deed');
  return (
    <section className="panel notarization-next" data-turn={turn} aria-labelledby="matter-next">
      <h2 id="matter-next">{t(state)}</h2>
      <p>{t(`${state}-hint`)}</p>
      {corrections.length > 0 && (
        <ul className="notarization-corrections">
          {corrections.map((item) => (
            <li key={`${item.field} ${item.reason}`}>{item.reason}</li>
          ))}
        </ul>
      )}
      {reason && <p className="notarization-reason">{t('reason', { reason })}</p>}
      {isMatterOver(state) ? <Cost matter={matter} /> : <Awaited matter={matter} />}
      {isSuspended && (
        <p className="secondary">{t('suspended', { reason: wordIn(matterPauseWords[pause.reason], language) })}</p>
      )}
      {deadline && turn === 'wait-notary' && !isSuspended && (
        <p className="secondary numbers">{t('until', { deadline })}</p>
      )}
      {expiresOn && (
        <p className="secondary numbers">
          {t('expires', { day: expiresOn })}{' '}
          {isPaid(matter) && wordIn(matterFeeReturnWords[feeReturnOf(state)], language)}
        </p>
      )}
      {(state === 'accepted' || state === 'paying') && <Fee matter={matter} />}
      <div className="actions">
        {isAllowed(matter, 'submit') && (
          <LinkButton type="primary" to={paths.matterDraft(id)}>
            {t('continue')}
          </LinkButton>
        )}
        {isAllowed(matter, 'resubmit') && (
          <LinkButton type="primary" to={paths.matterDraft(id)}>
            {t('correct')}
          </LinkButton>
        )}
        {isAllowed(matter, 'book') && (
          <LinkButton type="primary" to={paths.reservation(id)}>
            {t('book')}
          </LinkButton>
        )}
        {state === 'scheduled' && <LinkButton to={paths.reservation()}>{t('session-time')}</LinkButton>}
        {state === 'signing' && (
          <LinkButton type="primary" to={paths.signHere(id)}>
            {t('signHere')}
          </LinkButton>
        )}
        {(state === 'signing' || state === 'identity') && (
          <LinkButton type={state === 'identity' ? 'primary' : 'default'} to={paths.signOnline(id)}>
            {t('signOnline')}
          </LinkButton>
        )}
        {deed && (
          <LinkButton type="primary" to={paths.matterFileOf({ matter: id, document: deed.id })}>
            {t('deed')}
          </LinkButton>
        )}
        {state === 'issued' && <Bundle id={id} no={no} />}
        {isAllowed(matter, 'dispute') && <Dispute id={id} />}
        {isAllowed(matter, 'abandon') && <Abandon matter={matter} />}
      </div>
    </section>
  );
}

const bundleMs = 3_000;

/** The file that proves the whole matter, once it is made, and the public page for checking the deed. */
function Bundle({ id, no }: { id: string; no: string }) {
  const t = useWords();
  const { data } = useQuery({
    ...queryOf(calls.deeds.matterBundleFacts, { id }),
    refetchInterval: ({ state }) => (state.data?.bundle ? false : bundleMs),
  });
  return (
    <>
      {data?.bundle ? (
        <BundleLinks
          bundle={data.bundle}
          linkOf={(recordings) => linkTo(calls.deeds.matterBundle, { id, recordings })}
        />
      ) : (
        <Button disabled>{t('bundle-waits')}</Button>
      )}
      <LinkButton to={publicMatterPath(no)}>{t('public')}</LinkButton>
    </>
  );
}

/** The people whose steps are open. */
function Awaited({ matter: { people } }: { matter: MatterDetail }) {
  const t = useWords();
  const language = useLanguage();
  const waited = people.flatMap(({ id, name, steps }) => {
    const open = steps.filter(({ state }) => state === 'open');
    return open.length > 0 ? [{ id, name, steps: open }] : [];
  });
  if (waited.length === 0) return null;
  return (
    <ul className="notarization-awaited" aria-label={t('awaited')}>
      {waited.map(({ id, name, steps }) => (
        <li key={id}>
          <strong>{name}</strong>{' '}
          <span className="secondary">
            {steps.map(({ kind }) => wordIn(matterStepWords[kind], language)).join(language === 'zh' ? '、' : ', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface Reason {
  reason: string;
}

function ReasonField({ label }: { label: string }) {
  const t = useWords();
  return (
    <Form.Item<Reason>
      name="reason"
      label={label}
      rules={[{ required: true, whitespace: true, ...matterReasonLength, message: t('reasonWrong') }]}
    >
      <Input.TextArea rows={3} maxLength={matterReasonLength.max} />
    </Form.Item>
  );
}

function Dispute({ id }: { id: string }) {
  const t = useWords();
  return (
    <ActDialog
      label={t('dispute')}
      title={t('disputeTitle')}
      act={t('dispute')}
      about={<p>{t('disputeHint')}</p>}
      send={({ reason }: Reason) => ask(calls.notarization.disputeMatter, { id, reason })}
      onSent={() => refresh('matters')}
    >
      <ReasonField label={t('disputeReason')} />
    </ActDialog>
  );
}

const isPaid = ({ journal }: MatterDetail): boolean => journal.some(({ event }) => event === 'payment-succeeded');

function Abandon({ matter }: { matter: MatterDetail }) {
  const t = useWords();
  const language = useLanguage();
  const { id, state } = matter;
  return (
    <ActDialog
      label={t('abandon')}
      title={t('abandonTitle')}
      act={t('abandon')}
      isDanger
      about={
        <>
          <p>{t('abandonHint')}</p>
          {isPaid(matter) && <p>{wordIn(matterFeeReturnWords[feeReturnOf(state)], language)}</p>}
        </>
      }
      send={({ reason }: Reason) => ask(calls.notarization.abandonMatter, { id, reason })}
      onSent={async () => {
        toast.success(t('abandonedToast'));
        await refresh('matters');
        await refresh('balance');
      }}
    >
      <ReasonField label={t('abandonReason')} />
    </ActDialog>
  );
}
