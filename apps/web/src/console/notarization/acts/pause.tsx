import { calls, matterPauseReasons, matterPauseWords, notaryTextLength, turnOf } from '@proofkeep/contract';
import { Form, Select } from 'antd';
import { ask } from '../../../api/ask.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { wordOptions } from '../../../ui/forms/word-options.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import text from '../words.json' with { type: 'json' };
import type { ActProps } from './act.ts';
import { Confirmed } from './confirmed.tsx';

const useWords = words('console-matter-pause', text);

const { consoleNotarization } = calls;

/** Suspends the office's deadline or resumes it; available only while it runs for the office. */
export function Pause(props: ActProps) {
  const t = useWords();
  const { pause, deadline, state } = props.matter;
  if (pause && pause.reason !== 'parties')
    return (
      <Confirmed
        {...props}
        call={consoleNotarization.resumeMatter}
        act={t('resume')}
        title={t('resumeTitle')}
        hint={[t('resumeHint')]}
        done={t('resumed')}
      />
    );
  const isRunning = deadline !== null && !pause && turnOf(state, { role: 'notary', hasOpenStep: false }) === 'wait-me';
  return isRunning && <Suspend {...props} />;
}

function Suspend({ matter: { id, version }, onChanged }: ActProps) {
  const t = useWords();
  const language = useLanguage();
  return (
    <ActDialog
      title={t('suspendTitle')}
      label={t('suspend')}
      act={t('suspend')}
      about={<p>{t('suspendHint')}</p>}
      initialValues={{ reason: 'materials' as const }}
      send={(values: { reason: (typeof matterPauseReasons)[number]; note: string }) =>
        ask(consoleNotarization.suspendMatter, { id, version, ...values })
      }
      onSent={async () => {
        toast.success(t('suspended'));
        await onChanged();
      }}
    >
      <Form.Item name="reason" label={t('reason')}>
        <Select options={wordOptions(matterPauseReasons, matterPauseWords, language)} />
      </Form.Item>
      <ReasonField name="note" label={t('note')} missing={t('missing')} length={notaryTextLength.reason} />
    </ActDialog>
  );
}
