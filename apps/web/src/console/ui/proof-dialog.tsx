import { recoveryCodeLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { words } from '../../ui/words/words.ts';
import { cancelStepUp, submitStepUpCode, useIsStepUpOpen } from './step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-proof', text);

/** Asks for a second-factor code while a call waits for one. */
export function ProofDialog() {
  const t = useWords();
  return (
    <FormDialog
      isOpen={useIsStepUpOpen()}
      title={t('title')}
      act={t('confirm')}
      about={<p>{t('why')}</p>}
      send={({ code }: { code: string }) => submitStepUpCode(code)}
      onClose={cancelStepUp}
    >
      <Form.Item name="code" label={t('code')} rules={[{ required: true, whitespace: true, message: t('missing') }]}>
        <Input autoFocus autoComplete="one-time-code" maxLength={recoveryCodeLength.max} />
      </Form.Item>
    </FormDialog>
  );
}
