import { calls, notaryTextLength } from '@proofkeep/contract';
import { Alert, Form, Input } from 'antd';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import { callWithStepUp } from '../../ui/step-up.ts';
import text from '../words.json' with { type: 'json' };
import type { ActProps } from './act.ts';

const useWords = words('console-matter-issue', text);

/** Issues the deed; requires the second factor. The statement is prefilled from the office's template. */
export function Issue({ matter, onChanged }: ActProps) {
  const t = useWords();
  const { id, version, deedText, evidence, documents } = matter;
  return (
    <ActDialog
      button={{ type: 'primary' }}
      title={t('title')}
      label={t('act')}
      act={t('act')}
      width={720}
      about={
        <Alert
          type="info"
          showIcon
          title={t('about', { count: documents.filter(({ state }) => state === 'frozen').length })}
          description={evidence.length > 0 ? t('verifies') : t('factor')}
        />
      }
      initialValues={{ text: deedText }}
      send={(values: { text: string }) =>
        callWithStepUp(calls.consoleNotarization.issueDeed, { id, version, text: values.text })
      }
      onSent={async ({ deedNo }) => {
        toast.success(t('done', { deedNo }));
        await onChanged();
      }}
    >
      <Form.Item
        name="text"
        label={t('text')}
        extra={t('textHelp')}
        rules={[{ required: true, whitespace: true, ...notaryTextLength.deed, message: t('missing') }]}
      >
        <Input.TextArea autoSize={{ minRows: 8, maxRows: 20 }} maxLength={notaryTextLength.deed.max} />
      </Form.Item>
    </ActDialog>
  );
}
