import { calls, type SentOf } from '@proofkeep/contract';
import { Link, useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { Button } from '../../ui/plain/button.tsx';
import { CodeField } from '../../ui/plain/code-field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { NewPasswordField } from '../../ui/plain/new-password-field.tsx';
import { PhoneField } from '../../ui/plain/phone-field.tsx';
import { words } from '../../ui/words/words.ts';
import { Frame } from './frame.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('reset-password', text);

export function Component() {
  const t = useWords();
  const navigate = useNavigate();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: SentOf<typeof calls.account.resetPassword>) => {
    await ask(calls.account.resetPassword, input);
    toast.success(t('done'));
    void navigate(paths.signIn, { replace: true });
  });
  return (
    <Frame title={t('title')} hint={t('hint')}>
      <Form form={form} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <PhoneField />
        <CodeField purpose="reset" />
        <NewPasswordField label={t('password')} />
        <Button kind="primary" type="submit" isBlock isBusy={isSending}>
          {t('submit')}
        </Button>
        <p className="sign-in-foot">
          <Link to={paths.signIn}>{t('back')}</Link>
        </p>
      </Form>
    </Frame>
  );
}
