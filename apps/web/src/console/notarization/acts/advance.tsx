import { calls, matterKindFacts } from '@proofkeep/contract';
import { Form, Radio } from 'antd';
import { ask } from '../../../api/ask.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { usePartyEvidence } from '../evidence-of-parties.ts';
import text from '../words.json' with { type: 'json' };
import type { ActProps } from './act.ts';
import { Confirmed } from './confirmed.tsx';

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

export function StartSession(props: ActProps) {
  const t = useWords();
  return (
    <Confirmed
      {...props}
      isPrimary
      call={consoleNotarization.startSession}
      act={t('start')}
      title={t('startTitle')}
      hint={[t('startHint')]}
      done={t('started')}
    />
  );
}

export function EndSession(props: ActProps) {
  const t = useWords();
  return (
    <Confirmed
      {...props}
      isPrimary
      call={consoleNotarization.endSession}
      more={{ outcome: 'session-ok' }}
      act={t('finish')}
      title={t('finishTitle')}
      hint={[t('drawsHint')]}
      done={t('drawn')}
    />
  );
}

export function InterruptSession(props: ActProps) {
  const t = useWords();
  return (
    <Confirmed
      {...props}
      call={consoleNotarization.endSession}
      more={{ outcome: 'interrupted' }}
      act={t('interrupt')}
      title={t('interruptTitle')}
      hint={[t('interruptHint')]}
      done={t('interrupted')}
    />
  );
}

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
        extra={mayOmitSession ? t('drawsHint') : t('mustMeet')}
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
