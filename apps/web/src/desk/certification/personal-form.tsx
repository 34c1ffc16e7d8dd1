import {
  calls,
  idNumberLength,
  type PersonalApplication,
  type PersonalCertification,
  personNameLength,
  type Upload,
} from '@proofkeep/contract';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { ask } from '../../api/ask.ts';
import { FileField, sender } from '../../ui/forms/file-field.tsx';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { words } from '../../ui/words/words.ts';
import { CertificationForm } from './certification-form.tsx';
import { useRules } from './rules.ts';
import { useSubmission } from './use-submission.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('personal-form', text);

interface Fields {
  name: string;
  idNumber: string;
  front: Upload;
  back: Upload;
}

const sendFront = sender(calls.certification.identityFront, {});
const sendBack = sender(calls.certification.identityBack, {});

/** Name, ID number and both sides of the ID card. */
export function PersonalForm({
  certification,
  call,
  cancel,
  onSent,
}: {
  certification: Pick<PersonalApplication, 'front' | 'back' | 'provider'>;
  /** Applies for the first certification, or for a change of it. */
  call: typeof calls.certification.beginPersonal | typeof calls.certification.changePersonal;
  /** Shown beside the form's button. */
  cancel?: ReactNode;
  onSent: (after: PersonalCertification) => void;
}) {
  const t = useWords();
  const rules = useRules();
  const [form] = Form.useForm<Fields>();
  const { front, back, provider } = certification;
  const { refusal, isSending, submit } = useSubmission<Fields>(form, 'idNumber', async (fields) => {
    const { name, idNumber } = fields;
    const images = { front: fields.front.fileId, back: fields.back.fileId };
    onSent(await ask(call, { name, idNumber, ...images }));
  });
  return (
    <CertificationForm<Fields>
      form={form}
      initialValues={{ front, back }}
      refusal={refusal}
      isSending={isSending}
      act={t(provider === 'alipay' ? 'goOn' : 'submit')}
      cancel={cancel}
      onFinish={submit}
    >
      <Form.Item name="name" label={t('name')} {...validateOnBlur(rules.personName)}>
        <Input autoComplete="name" maxLength={personNameLength.max} size="large" />
      </Form.Item>
      <Form.Item name="idNumber" label={t('idNumber')} {...validateOnBlur(rules.idNumber)}>
        <Input autoComplete="off" maxLength={idNumberLength} size="large" className="mono" spellCheck={false} />
      </Form.Item>
      <div className="certification-card">
        <Form.Item name="front" label={t('front')} rules={rules.file(t('front'))}>
          <FileField label={t('front')} purpose="identity-front" send={sendFront} />
        </Form.Item>
        <Form.Item name="back" label={t('back')} rules={rules.file(t('back'))}>
          <FileField label={t('back')} purpose="identity-back" send={sendBack} />
        </Form.Item>
      </div>
      <p className="secondary certification-privacy">{t('privacy')}</p>
    </CertificationForm>
  );
}
