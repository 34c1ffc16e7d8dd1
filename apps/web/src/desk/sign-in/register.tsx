import { agreementVersion, calls, nameLength, type SentOf, serviceWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
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
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Frame } from './frame.tsx';
import { PendingIdentity } from './pending-identity.tsx';
import { useArrival } from './use-arrival.ts';
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

/** What new accounts get free, from the price list in force; the form doesn't wait for it. */
function Welcome() {
  const t = useWords();
  const language = useLanguage();
  const { data } = useQuery(queryOf(calls.money.currentPrices, {}));
  const given = data?.welcome?.quotas[0];
  if (!given) return null;
  const service = wordIn(serviceWords[given.service].name, language);
  const quantity = quantityOf(given.service, given.quantity, language);
  return <p className="sign-in-welcome">{t('welcome', { service, quantity })}</p>;
}
