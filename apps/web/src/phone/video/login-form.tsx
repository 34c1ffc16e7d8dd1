import { calls, roomPagePath } from '@proofkeep/contract';
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
import text from './words.json' with { type: 'json' };

const useWords = words('video-login', text);

/** Phone and code of a party: the same session as for signing. @param phone from the link; may be empty */
export function LoginForm({ nid, phone }: { nid: string; phone: string }) {
  const t = useWords();
  const navigate = useNavigate();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit<{ phone: string; code: string }>(form, async (values) => {
    await ask(calls.phoneSigning.partySignIn, { nid, ...values });
    queries.removeQueries({ queryKey: [calls.phoneSigning.partyMatter.path] });
    queries.removeQueries({ queryKey: [calls.videoRooms.partyRoom.path] });
    void navigate(roomPagePath('identity', nid), { replace: true });
  });
  const send = (input: { phone: string; challengeId: string; solution: string }) =>
    ask(calls.phoneSigning.sendPartyCode, { nid, ...input });
  return (
    <Form form={form} onFinish={submit}>
      {refusal && <Alert kind="error" title={refusal} />}
      <PhoneField defaultValue={phone} />
      <CodeField purpose={{ send }} />
      <p className="secondary">{t('help')}</p>
      <SubmitAct act={t('enter')} isSending={isSending} />
    </Form>
  );
}
