import { type Call, calls, matterKindFacts } from '@proofkeep/contract';
import { Form, Radio } from 'antd';
import { ask } from '../../../api/ask.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { usePartyEvidence } from '../evidence-of-parties.ts';
import text from '../words.json' with { type: 'json' };
import type { ActProps } from './act.ts';
import { Confirmed, type ConfirmedProps } from './confirmed.tsx';

const useWords = words('console-matter-advance', text);

const { consoleNotarization } = calls;

export function Accept(props: ActProps) {
  const t = useWords();
  const { evidence, verified, dueFeeCents } = props.matter;
  const isUnverified = evidence.length > verified.filter(({ isIntact }) => isIntact).length;
  return (
    <Confirmed
      {...props}
      isPrimary
      call={consoleNotarization.acceptMatter}
      act={t('accept')}
      title={t('acceptTitle')}
      hint={[t('acceptHint', { fee: amount(dueFeeCents) }), ...(isUnverified ? [t('verifies')] : [])]}
      done={t('accepted')}
    />
  );
}

type Step = 'start' | 'finish' | 'interrupt';

/** Makes the act that takes a step of the session; its texts are named after the step. */
const sessionAct = <C extends Call>(step: Step, props: Pick<ConfirmedProps<C>, 'call' | 'more' | 'isPrimary'>) =>
  function SessionAct(matter: ActProps) {
    const t = useWords();
    const texts = { act: t(step), title: t(`${step}Title`), hint: [t(`${step}Hint`)], done: t(`${step}Done`) };
    return <Confirmed {...matter} {...props} {...texts} />;
  };

const { startSession, endSession } = consoleNotarization;
export const StartSession = sessionAct('start', { call: startSession, isPrimary: true });
export const EndSession = sessionAct('finish', { call: endSession, more: { outcome: 'session-ok' }, isPrimary: true });
export const InterruptSession = sessionAct('interrupt', { call: endSession, more: { outcome: 'interrupted' } });

/** Confirms the parties' identity. A kind that requires a session continues with one; otherwise the notary chooses. */
export function ConfirmIdentities({ matter, onChanged }: ActProps) {
  const t = useWords();
  const { id, version, kind, wantsVideo } = matter;
  const { mayOmitSession } = matterKindFacts[kind];
  const { data: sent } = usePartyEvidence(matter);
  const recordings = sent?.parties.flatMap(({ files }) =>
    files.filter(({ challenge, isCurrent }) => challenge !== null && isCurrent),
  );
  const unplayed = recordings?.filter(({ playedAt }) => playedAt === null).length ?? 0;
  const isPlayed = {
    validator: () =>
      unplayed === 0 ? Promise.resolve() : Promise.reject(new Error(t('unplayed', { count: unplayed }))),
  };
  return (
    <ActDialog
      button={{ type: 'primary', disabled: recordings === undefined }}
      title={t('identities')}
      act={t('confirm')}
      about={<p>{t('identitiesHint')}</p>}
      initialValues={{ needsSession: !mayOmitSession || wantsVideo }}
      send={({ needsSession }: { needsSession: boolean }) =>
        ask(consoleNotarization.confirmIdentities, { id, version, needsSession })
      }
      onSent={async () => {
        toast.success(t('identitiesDone'));
        await onChanged();
      }}
    >
      <Form.Item
        name="needsSession"
        label={t('next')}
        extra={mayOmitSession ? t('finishHint') : t('mustMeet')}
        rules={[isPlayed]}
      >
        <Radio.Group
          vertical
          disabled={!mayOmitSession}
          options={[
            { value: true, label: t('session') },
            { value: false, label: t('noSession') },
          ]}
        />
      </Form.Item>
    </ActDialog>
  );
}
