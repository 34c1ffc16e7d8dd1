import { calls, idNumberProblem, personNameLength } from '@proofkeep/contract';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { type Check, hasLength } from '../../ui/forms/checks.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { TextField } from '../../ui/plain/field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { words } from '../../ui/words/words.ts';
import { IdNumberField } from '../id-number-field.tsx';
import { SubmitAct } from '../submit-act.tsx';
import { picturesSent } from './pictures-sent.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('user-verification', text);

interface DataProps {
  front: string;
  back: string;
  isWithProvider: boolean;
  onBack: () => void;
}

/** Name and number as on the card; submits the certification with the pictures. */
export function DataForm({ front, back, isWithProvider, onBack }: DataProps) {
  const t = useWords();
  const navigate = useNavigate();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit<{ name: string; idNumber: string }>(form, async (person) => {
    const after = await ask(calls.certification.beginPersonal, { ...person, front, back });
    picturesSent.forget();
    queries.setQueryData(queryOf(calls.certification.certifyInfo, {}).queryKey, after);
    void navigate(paths.userVerificationResult);
  });
  const checkName: Check = (value) =>
    hasLength(value, personNameLength.min, personNameLength.max) ? null : t('nameWrong');
  const checkNumber: Check = (value) =>
    idNumberProblem(String(value ?? '').trim(), new Date()) === null ? null : t('numberWrong');
  return (
    <Form<{ name: string; idNumber: string }> form={form} onFinish={submit}>
      <p>{t('data')}</p>
      {refusal && <Alert kind="error" title={refusal} />}
      <TextField name="name" label={t('name')} check={checkName} autoComplete="name" maxLength={personNameLength.max} />
      <IdNumberField label={t('idNumber')} check={checkNumber} />
      <p className="secondary">{t(isWithProvider ? 'withProvider' : 'withReview')}</p>
      <SubmitAct act={t('submit')} isSending={isSending}>
        <Button isBlock disabled={isSending} onClick={onBack}>
          {t('toPictures')}
        </Button>
      </SubmitAct>
    </Form>
  );
}
