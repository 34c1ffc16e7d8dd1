import {
  calls,
  companyNameLength,
  type EnterpriseApplication,
  type EnterpriseCertification,
  idNumberLength,
  personNameLength,
  typedPhoneLength,
  type Upload,
} from '@proofkeep/contract';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { FileField, sender } from '../../ui/forms/file-field.tsx';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { words } from '../../ui/words/words.ts';
import { CertificationForm } from './certification-form.tsx';
import { useRules } from './rules.ts';
import { useSubmission } from './use-submission.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('enterprise-form', text);

interface Fields {
  name: string;
  creditCode: string;
  legalRepresentative: string;
  contactName: string;
  contactPhone: string;
  licence: Upload;
  authorisation: Upload;
}

const sendLicence = sender(calls.certification.enterpriseDocument, { purpose: 'licence' });
const sendAuthorisation = sender(calls.certification.enterpriseDocument, { purpose: 'authorisation' });

/** Ignores refusals: a submitted document stays until another replaces it. */
async function removeUnused({ fileId }: Upload): Promise<void> {
  try {
    await ask(calls.certification.removeEnterpriseDocument, { fileId });
  } catch (error) {
    if (!isApiError(error, 'STATE_FORBIDS', 'NOT_FOUND')) throw error;
  }
}

export function EnterpriseForm({
  entered,
  isChange,
  cancel,
  onSent,
}: {
  entered: Partial<NonNullable<EnterpriseApplication['entered']>> | null;
  isChange: boolean;
  /** Shown beside the form's button. */
  cancel?: ReactNode;
  onSent: (after: EnterpriseCertification) => void;
}) {
  const t = useWords();
  const rules = useRules();
  const [form] = Form.useForm<Fields>();
  const { refusal, isSending, submit } = useSubmission<Fields>(form, 'creditCode', async (fields) => {
    const documents = { licence: fields.licence.fileId, authorisation: fields.authorisation.fileId };
    const form = { ...fields, ...documents };
    onSent(
      isChange
        ? await ask(calls.certification.changeEnterprise, form)
        : (await ask(calls.certification.certifyStatus, form)).enterprise,
    );
  });
  const document = (purpose: 'licence' | 'authorisation', send: (file: File) => Promise<Upload>) => (
    <Form.Item name={purpose} label={t(purpose)} rules={rules.file(t(purpose))}>
      <FileField label={t(purpose)} purpose={purpose} send={send} onRemove={removeUnused} />
    </Form.Item>
  );
  return (
    <CertificationForm<Fields>
      form={form}
      initialValues={entered ?? {}}
      refusal={refusal}
      isSending={isSending}
      act={t('submit')}
      cancel={cancel}
      onFinish={submit}
    >
      <h2>{t('enterprise')}</h2>
      <Form.Item name="name" label={t('name')} {...validateOnBlur(rules.enterpriseName)}>
        <Input autoComplete="organization" maxLength={companyNameLength.max} size="large" />
      </Form.Item>
      <Form.Item name="creditCode" label={t('creditCode')} {...validateOnBlur(rules.creditCode)}>
        <Input autoComplete="off" maxLength={idNumberLength} size="large" className="mono" spellCheck={false} />
      </Form.Item>
      <Form.Item name="legalRepresentative" label={t('legalRepresentative')} {...validateOnBlur(rules.personName)}>
        <Input autoComplete="off" maxLength={personNameLength.max} size="large" />
      </Form.Item>
      <h2>{t('contact')}</h2>
      <Form.Item name="contactName" label={t('contactName')} {...validateOnBlur(rules.personName)}>
        <Input autoComplete="name" maxLength={personNameLength.max} size="large" />
      </Form.Item>
      <Form.Item name="contactPhone" label={t('contactPhone')} {...validateOnBlur(rules.phone)}>
        <Input autoComplete="tel" inputMode="tel" maxLength={typedPhoneLength} size="large" />
      </Form.Item>
      <h2>{t('documents')}</h2>
      <div className="certification-card">
        {document('licence', sendLicence)}
        {document('authorisation', sendAuthorisation)}
      </div>
    </CertificationForm>
  );
}
