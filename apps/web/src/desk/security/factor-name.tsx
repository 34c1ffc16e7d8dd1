import { nameLength } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { useRules } from '../../ui/forms/rules.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('factor-name', text);

export interface AddFactorProps {
  /** With recovery codes for the first factor. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onCancel: () => void;
}

/** End of a form that adds a factor: the factor's name, and the button. */
export function FactorName({ act, isSending }: { act: string; isSending: boolean }) {
  const t = useWords();
  const rules = useRules();
  return (
    <>
      <Form.Item name="name" label={t('name')} {...validateOnBlur(rules.name)}>
        <Input maxLength={nameLength} size="large" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {act}
      </Button>
    </>
  );
}
