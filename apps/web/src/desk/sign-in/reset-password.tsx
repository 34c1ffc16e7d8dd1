import { calls, type SentOf } from '@proofkeep/contract';
import { Button, Form } from 'antd';
import { Link, useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { Frame } from './frame.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('reset-password', text);

export function Component() {
  const say = useWords();
  const navigate = useNavigate();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: SentOf<typeof calls.account.resetPassword>) => {
    await ask(calls.account.resetPassword, input);
    toast.success(say('done'));
    void navigate(paths.signIn, { replace: true });
  });
  return (
    <Frame title={say('title')} hint={say('hint')}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <PhoneField />
        <CodeField purpose="reset" />
        <NewPasswordField label={say('password')} />
        <Form.Item>
          <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
            {say('submit')}
          </Button>
        </Form.Item>
        <p className="account-foot">
          <Link to={paths.signIn}>{say('back')}</Link>
        </p>
      </Form>
    </Frame>
  );
}
