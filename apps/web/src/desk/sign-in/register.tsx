import { agreementVersion, calls, type SentOf } from '@proofkeep/contract';
import { Button, Checkbox, Form, Input } from 'antd';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { whenLeft } from '../../ui/forms/when-left.ts';
import { language } from '../../ui/words/language.ts';
import { words } from '../../ui/words/words.ts';
import { useArrive } from './arrive.ts';
import { Frame } from './frame.tsx';
import { WaitingIdentity } from './waiting-identity.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('register', text);

export function Component() {
  const say = useWords();
  const rules = useRules();
  const arrive = useArrive();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: SentOf<typeof calls.account.register>) => {
    await ask(calls.account.register, { ...input, agreementVersion, language: language.get() });
    arrive();
  });
  return (
    <Frame
      title={say('title')}
      hint={
        <>
          {say('known')} <Link to={paths.signIn}>{say('signIn')}</Link>
        </>
      }
    >
      <WaitingIdentity />
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <PhoneField />
        <CodeField purpose="register" />
        <Form.Item name="name" label={say('name')} {...whenLeft(rules.name)}>
          <Input autoComplete="name" maxLength={60} size="large" />
        </Form.Item>
        <NewPasswordField label={say('password')} />
        <Form.Item name="agreed" valuePropName="checked" rules={rules.agreed}>
          <Checkbox>
            {say('agree')} {/* In a window of its own, so that what was entered stays. */}
            <a href={paths.serviceAgreement} target="_blank" rel="noopener">
              {say('agreement')}
            </a>
          </Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {say('submit')}
        </Button>
      </Form>
    </Frame>
  );
}
