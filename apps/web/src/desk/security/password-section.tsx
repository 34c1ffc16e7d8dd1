import { calls, passwordLength, type SentOf } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { ChangeSection } from './change-section.tsx';
import { Section } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('password-section', text);

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const t = useWords();
  const { required } = useRules();
  if (!hasPassword)
    return <Section title={t('title')} hint={t('none')} action={<Link to={paths.resetPassword}>{t('set')}</Link>} />;
  const send = async (input: SentOf<typeof calls.account.changePassword>) => {
    await ask(calls.account.changePassword, input);
    await refresh('sessions');
    toast.success(t('done'));
  };
  return (
    <ChangeSection title={t('title')} hint={t('hint')} t={t} send={send}>
      <Form.Item name="oldPassword" label={t('old')} rules={required(t('old'))}>
        <Input.Password autoComplete="current-password" maxLength={passwordLength.max} size="large" />
      </Form.Item>
      <NewPasswordField label={t('fresh')} />
    </ChangeSection>
  );
}
