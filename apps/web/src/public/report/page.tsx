import './report.css';
import { calls, remarkLength, type SentOf } from '@proofkeep/contract';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ask } from '../../api/ask.ts';
import { wasSignedIn } from '../../api/session.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Button } from '../../ui/plain/button.tsx';
import { TextArea, TextField } from '../../ui/plain/field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('report-page', text);

/** `/report`: reports a problem, signed in or not. `page` and `trace` of the query string say where it occurred. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const isKnown = wasSignedIn();
  const [sent, setSent] = useState<{ id: string; email: string } | null>(null);
  return (
    <div className="report-page">
      <h1>{t(sent ? 'thanks' : 'title')}</h1>
      {sent ? (
        <>
          <p>{isKnown ? t('byMessage') : sent.email ? t('byMail', { email: sent.email }) : t('noAnswer')}</p>
          {isKnown && (
            <Link className="button" data-kind="primary" to={paths.ownReport(sent.id)}>
              {t('look')}
            </Link>
          )}
        </>
      ) : (
        <>
          <p className="secondary">{t(isKnown ? 'hintKnown' : 'hint')}</p>
          <ReportForm isKnown={isKnown} onSent={setSent} />
        </>
      )}
    </div>
  );
}

/** Empty, or with an @; the service checks the rest. */
const mayBeEmail = /^$|^[^@\s]+@[^@\s]+$/;

interface Values {
  text: string;
  email?: string;
}

interface FormProps {
  isKnown: boolean;
  onSent: (sent: { id: string; email: string }) => void;
}

function ReportForm({ isKnown, onSent }: FormProps) {
  const t = useWords();
  const [query] = useSearchParams();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit(form, async ({ text, email = '' }: Values) => {
    const report: SentOf<typeof calls.reports.reportProblem> = {
      text,
      page: (query.get('page') ?? '').slice(0, 500),
      traceId: (query.get('trace') ?? '').slice(0, 64),
      ...(email.trim() ? { email } : {}),
    };
    const { id } = await ask(calls.reports.reportProblem, report);
    onSent({ id, email: email.trim() });
  });
  return (
    <Form form={form} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <TextArea
        name="text"
        label={t('text')}
        help={t('textHelp')}
        rows={6}
        maxLength={remarkLength}
        check={(value) => (String(value ?? '').trim() ? null : t('empty'))}
      />
      {!isKnown && (
        <TextField
          isOptional
          name="email"
          check={(value) => (mayBeEmail.test(String(value ?? '').trim()) ? null : t('emailWrong'))}
          label={t('email')}
          help={t('emailHelp')}
          inputMode="email"
          autoComplete="email"
        />
      )}
      <Button kind="primary" type="submit" isBusy={isSending}>
        {t('send')}
      </Button>
    </Form>
  );
}
