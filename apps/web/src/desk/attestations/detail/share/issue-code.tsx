import {
  type CheckCodeScope,
  calls,
  checkCodeLabelLength,
  checkCodeScopes,
  mostCheckCodeUses,
} from '@proofkeep/contract';
import { Form, Input, InputNumber, Radio, Select } from 'antd';
import { ask } from '../../../../api/ask.ts';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { words } from '../../../../ui/words/words.ts';
import type { NewCode } from './issued-code.tsx';
import { refreshShare } from './use-share-act.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('issue-code', text);

const validDays = [1, 7, 30, 90, 365] as const;

interface Values {
  label: string;
  scope: CheckCodeScope;
  days: number;
  uses: number;
}

interface Props {
  ano: string;
  onIssued: (code: NewCode) => void;
  onClose: () => void;
}

export function IssueCode({ ano, onIssued, onClose }: Props) {
  const t = useWords();
  const send = async (values: Values) => {
    const issued = await ask(calls.proof.issueCode, { ano, ...values });
    onIssued({ ...issued, label: values.label });
    onClose();
    await refreshShare();
  };
  return (
    <FormDialog<Values>
      title={t('title')}
      act={t('issue')}
      initialValues={{ scope: 'bundle', days: 30, uses: 10 }}
      send={send}
      onClose={onClose}
    >
      <Form.Item
        name="label"
        label={t('label')}
        extra={t('labelHelp')}
        rules={[{ required: true, whitespace: true, message: t('labelMissing') }]}
      >
        <Input maxLength={checkCodeLabelLength} placeholder={t('labelExample')} />
      </Form.Item>
      <Form.Item name="scope" label={t('scope')}>
        <Radio.Group options={checkCodeScopes.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item name="days" label={t('days')}>
        <Select options={validDays.map((value) => ({ value, label: t('day', { count: value }) }))} />
      </Form.Item>
      <Form.Item name="uses" label={t('uses')} rules={[{ required: true, message: t('usesMissing') }]}>
        <InputNumber min={1} max={mostCheckCodeUses} precision={0} />
      </Form.Item>
    </FormDialog>
  );
}
