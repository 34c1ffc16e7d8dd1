import {
  calls,
  type MatterParty,
  type MatterStepKind,
  matterStepWords,
  type NotaryMatter,
  notaryTextLength,
} from '@proofkeep/contract';
import { Checkbox, Form } from 'antd';
import { ask } from '../../../api/ask.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { wordOptions } from '../../../ui/forms/word-options.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import text from '../words.json' with { type: 'json' };

const useWords = words('console-matter-repeat', text);

interface Values {
  steps: MatterStepKind[];
  reason: string;
}

interface Props {
  matter: NotaryMatter;
  party: MatterParty;
  onChanged: () => Promise<void>;
}

/** Asks a party to repeat steps of the identification. */
export function RepeatSteps({ matter: { id, version }, party, onChanged }: Props) {
  const t = useWords();
  const language = useLanguage();
  const steps = party.steps.filter(({ kind }) => kind !== 'sign').map(({ kind }) => kind);
  if (steps.length === 0) return null;
  return (
    <ActDialog
      button={{ size: 'small' }}
      title={t('title', { name: party.name })}
      label={t('act')}
      act={t('act')}
      send={(values: Values) =>
        ask(calls.consoleNotarization.repeatSteps, { id, version, partyId: party.id, ...values })
      }
      onSent={async () => {
        toast.success(t('done'));
        await onChanged();
      }}
    >
      <Form.Item name="steps" label={t('steps')} rules={[{ required: true, message: t('noStep') }]}>
        <Checkbox.Group
          className="console-notarization-choices"
          options={wordOptions(steps, matterStepWords, language)}
        />
      </Form.Item>
      <ReasonField label={t('reason')} missing={t('missing')} length={notaryTextLength.reason} />
    </ActDialog>
  );
}
