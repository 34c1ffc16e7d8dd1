import { agreementVersion, calls, nameLength, type SentOf } from '@proofkeep/contract';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { useChecks } from '../../ui/forms/checks.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Button } from '../../ui/plain/button.tsx';
import { CodeField } from '../../ui/plain/code-field.tsx';
import { CheckboxField, TextField } from '../../ui/plain/field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { NewPasswordField } from '../../ui/plain/new-password-field.tsx';
import { PhoneField } from '../../ui/plain/phone-field.tsx';
import { language } from '../../ui/words/language.ts';
import { words } from '../../ui/words/words.ts';
import { Frame } from './frame.tsx';
import { PendingIdentity } from './pending-identity.tsx';
import { useArrival } from './use-arrival.ts';
import { Welcome } from './welcome.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('register', text);

export function Component() {
  const t = useWords();
  const checks = useChecks();
  const arrive = useArrival();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: SentOf<typeof calls.account.register>) => {
    await ask(calls.account.register, { ...input, agreementVersion, language: language.get() });
    arrive();
  });
  return (
    <Frame
      title={t('title')}
      hint={
        <>
          {t('known')} <Link to={paths.signIn}>{t('signIn')}</Link>
        </>
      }
    >
      <PendingIdentity />
      <Welcome />
      <Form form={form} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <PhoneField />
        <CodeField purpose="register" />
        <TextField
          name="name"
          label={t('name')}
          check={checks.name}
          isCheckedWhenLeft
          autoComplete="name"
          maxLength={nameLength}
        />
        <NewPasswordField label={t('password')} />
        <CheckboxField name="agreed" check={checks.agreed}>
          {t('agree')} {/* In a new window: the form keeps what was entered. */}
          <a href={paths.serviceAgreement} target="_blank" rel="noopener">
            {t('agreement')}
          </a>
        </CheckboxField>
        <Button kind="primary" type="submit" isBlock isBusy={isSending}>
          {t('submit')}
        </Button>
      </Form>
    </Frame>
  );
}
