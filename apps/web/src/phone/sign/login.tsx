import '../tasks.css';
import { calls } from '@proofkeep/contract';
import { useNavigate, useParams } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { CodeField } from '../../ui/plain/code-field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { PhoneField } from '../../ui/plain/phone-field.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-login', text);

interface Fields {
  phone: string;
  code: string;
}

/** `/h5sign/login/{nid}`: a party follows the link or QR code and shows that the phone is theirs. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { nid = '' } = useParams();
  const navigate = useNavigate();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit<Fields>(form, async ({ phone, code }) => {
    await ask(calls.phoneSigning.partySignIn, { nid, phone, code });
    queries.removeQueries({ queryKey: [calls.phoneSigning.partyMatter.path] });
    // Leads on to the page that is due.
    void navigate(`/h5sign/enter/${nid}`, { replace: true });
  });
  const send = (input: { phone: string; challengeId: string; solution: string }) =>
    ask(calls.phoneSigning.sendPartyCode, { nid, ...input });
  return (
    <div className="phone-page">
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      <p className="phone-number">
        {t('no')} <span className="mono">{nid}</span>
      </p>
      <Form<Fields> form={form} onFinish={submit}>
        {refusal && <Alert kind="error" title={refusal} />}
        <PhoneField />
        <CodeField purpose={{ send }} />
        <p className="secondary">{t('help')}</p>
        <div className="phone-acts">
          <Button type="submit" kind="primary" isBlock isBusy={isSending}>
            {t('enter')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
