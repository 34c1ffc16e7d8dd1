import { calls } from '@proofkeep/contract';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Alert } from '../../ui/plain/alert.tsx';
import { CodeField } from '../../ui/plain/code-field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { PhoneField } from '../../ui/plain/phone-field.tsx';
import { words } from '../../ui/words/words.ts';
import { SubmitAct } from '../submit-act.tsx';
import { forgetInputs } from './kept-input.ts';
import { removeRecordings } from './kept-recording.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-login', text);

interface Fields {
  phone: string;
  code: string;
}

/** Phone and code of a party. The reply is the same for every phone, so it doesn't reveal parties. */
export function LoginForm({ nid }: { nid: string }) {
  const t = useWords();
  const navigate = useNavigate();
  const form = useForm();
  // Users with a lost session arrive here: the next party on this phone must not see what the previous one left.
  useEffect(() => {
    forgetInputs();
    void removeRecordings();
  }, []);
  const { refusal, isSending, submit } = useSubmit<Fields>(form, async ({ phone, code }) => {
    await ask(calls.phoneSigning.partySignIn, { nid, phone, code });
    void removeRecordings();
    queries.removeQueries({ queryKey: [calls.phoneSigning.partyMatter.path] });
    // Redirects to the page that is due.
    void navigate(`/h5sign/enter/${nid}`, { replace: true });
  });
  const send = (input: { phone: string; challengeId: string; solution: string }) =>
    ask(calls.phoneSigning.sendPartyCode, { nid, ...input });
  return (
    <Form<Fields> form={form} onFinish={submit}>
      {refusal && <Alert kind="error" title={refusal} />}
      <PhoneField />
      <CodeField purpose={{ send }} />
      <p className="secondary">{t('help')}</p>
      <SubmitAct act={t('enter')} isSending={isSending} />
    </Form>
  );
}
