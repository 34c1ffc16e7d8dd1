import { calls } from '@proofkeep/contract';
import { redirect, useNavigate, useSearchParams } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { whoAmI } from '../../app/guard.ts';
import { nextPath, paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { Button } from '../../ui/plain/button.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { NewPasswordField } from '../../ui/plain/new-password-field.tsx';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { WithConfirm } from '../../ui/step-up/with-confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { Frame } from './frame.tsx';
import { useSignOut } from './sign-out.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('choose-password', text);

/** Admits only users who must choose a password. */
export async function loader() {
  try {
    await queries.ensureQueryData(whoAmI);
    return redirect(paths.home);
  } catch (error) {
    if (isApiError(error, 'PASSWORD_FIRST')) return null;
    if (!isApiError(error, 'SESSION_INVALID')) throw error;
    return redirect(paths.signIn);
  }
}

export function Component() {
  const t = useWords();
  return (
    <Frame title={t('title')} hint={t('hint')}>
      <WithConfirm>
        <Choosing />
      </WithConfirm>
    </Frame>
  );
}

function Choosing() {
  const t = useWords();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const signOut = useSignOut();
  const { confirmed } = useConfirmed();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit(form, async ({ password }: { password: string }) => {
    await confirmed(() => ask(calls.account.choosePassword, { password }));
    queries.clear();
    toast.success(t('done'));
    await navigate(nextPath(query.get('next')), { replace: true });
  });
  return (
    <Form form={form} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <NewPasswordField label={t('password')} />
      <Button kind="primary" type="submit" isBlock isBusy={isSending}>
        {t('submit')}
      </Button>
      <p className="sign-in-foot">
        <Button kind="link" onClick={signOut}>
          {t('signOut')}
        </Button>
      </p>
    </Form>
  );
}
