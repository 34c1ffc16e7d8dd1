import { calls, type RecoveryCase, recoveryDelayHours, recoveryStateTable, statementLength } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { refresh } from '../../api/refresh.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { ReasonField } from '../ui/reason-field.tsx';
import { DecisionBar } from '../ui/split.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recovery-decision', text);

type Act = 'approve' | 'refuse';

/** Both actions require a note and the operator's second factor. */
export function Decision({ item, onDecided }: { item: RecoveryCase; onDecided: () => void }) {
  const t = useWords();
  const [act, setAct] = useState<Act | null>(null);
  const events = recoveryStateTable.allowed(item.state, 'operator');
  const mayApprove = events.includes('approve');
  const refuse = t(mayApprove ? 'refuse' : 'withdraw');
  return (
    <DecisionBar>
      {events.includes('refuse') && (
        <Button danger onClick={() => setAct('refuse')}>
          {refuse}
        </Button>
      )}
      {mayApprove && (
        <Button type="primary" onClick={() => setAct('approve')}>
          {t('approve')}
        </Button>
      )}
      {act && (
        <NoteDialog
          act={act}
          label={act === 'approve' ? t('approve') : refuse}
          item={item}
          onClose={() => setAct(null)}
          onDecided={onDecided}
        />
      )}
    </DecisionBar>
  );
}

interface NoteProps {
  act: Act;
  label: string;
  item: RecoveryCase;
  onClose: () => void;
  onDecided: () => void;
}

function NoteDialog({ act, label, item: { id, name }, onClose, onDecided }: NoteProps) {
  const t = useWords();
  const isApproval = act === 'approve';
  const send = async ({ note }: { note: string }) => {
    await callWithStepUp(isApproval ? calls.recovery.approveRecovery : calls.recovery.refuseRecovery, { id, note });
    onClose();
    toast.success(t(isApproval ? 'approved' : 'refused'));
    await refresh('recoveries');
    onDecided();
  };
  return (
    <FormDialog
      isDanger={!isApproval}
      title={label}
      act={label}
      about={<p>{isApproval ? t('approveWhat', { name, hours: recoveryDelayHours }) : t('refuseWhat', { name })}</p>}
      send={send}
      onClose={onClose}
    >
      <ReasonField
        isFirst
        name="note"
        label={t(isApproval ? 'approveNote' : 'refuseNote')}
        help={t('help')}
        missing={t('missing')}
        length={statementLength}
      />
    </FormDialog>
  );
}
