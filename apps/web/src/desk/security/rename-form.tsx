import { calls, nameLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { refreshEverything } from '../../api/refresh.ts';
import { InPlaceForm } from '../../ui/forms/in-place-form.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('rename-form', text);

interface Names {
  name: string;
  accountName: string;
}

export function RenameForm({ onEnd, ...now }: Names & { onEnd: () => void }) {
  const t = useWords();
  const rules = useRules();
  const send = async ({ name, accountName }: Names) => {
    await ask(calls.account.rename, { name, accountName });
    await refreshEverything();
    toast.success(t('done'));
  };
  return (
    <InPlaceForm
      act={t('save')}
      cancel={t('cancel')}
      className="security-form"
      initialValues={now}
      send={send}
      onEnd={onEnd}
    >
      <Form.Item name="name" label={t('name')} {...validateOnBlur(rules.name)}>
        <Input autoComplete="name" maxLength={nameLength} size="large" />
      </Form.Item>
      <Form.Item name="accountName" label={t('accountName')} extra={t('accountHint')} {...validateOnBlur(rules.name)}>
        <Input autoComplete="organization" maxLength={nameLength} size="large" />
      </Form.Item>
    </InPlaceForm>
  );
}
