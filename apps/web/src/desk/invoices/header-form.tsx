import {
  bankAccountLength,
  bankNameLength,
  calls,
  contactPhoneLength,
  type HeaderKind,
  headerKinds,
  headerKindWords,
  invoiceAddressLength,
  invoiceTitleLength,
  isBankAccount,
  isContactPhone,
  isTaxNumber,
  type KeptHeader,
  taxNumberLength,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Modal, Radio } from 'antd';
import { ask } from '../../api/ask.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { wordOptions } from '../../ui/forms/word-options.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { headers } from './acts.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-header-form', text);

type Values = { kind: HeaderKind; title: string; isDefault: boolean } & Partial<Record<Optional, string>>;
type Optional = 'taxNumber' | 'bankName' | 'bankAccount' | 'address' | 'phone';

interface Props {
  /** Null creates a new one. */
  header: KeptHeader | null;
  onClose: () => void;
  onSaved: (header: KeptHeader) => void | Promise<void>;
}

/** A new header begins with the certified company, if there is one. */
export function HeaderForm({ header, onClose, onSaved }: Props) {
  const t = useWords();
  const language = useLanguage();
  const { data } = useQuery(headers);
  const certified = header ? null : data?.certified;
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form) ?? header?.kind ?? 'enterprise';
  const { refusal, isSending, submit } = useSubmit(form, async (values: Values) => {
    await onSaved(await save(header, values));
  });
  return (
    <Modal
      open
      title={t(header ? 'edit' : 'add')}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ loading: isSending }}
      onOk={form.submit}
      onCancel={onClose}
      width={560}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ ...valuesOf(header), ...certified }}
        onFinish={submit}
        // Its own form element, even when opened above another form.
        component="form"
      >
        <Refusal>{refusal}</Refusal>
        <Form.Item name="kind" label={t('kind')}>
          <Radio.Group options={wordOptions(headerKinds, headerKindWords, language)} />
        </Form.Item>
        <Form.Item
          name="title"
          label={t('title')}
          extra={t(certified ? 'titleCertified' : 'titleHint')}
          {...validateOnBlur([{ required: true, whitespace: true, ...invoiceTitleLength, message: t('titleWrong') }])}
        >
          <Input size="large" maxLength={invoiceTitleLength.max} autoComplete="organization" />
        </Form.Item>
        {kind === 'enterprise' && <EnterpriseFields />}
        <Form.Item name="isDefault" valuePropName="checked" hidden={header?.isDefault ?? false}>
          <Checkbox>{t('isDefault')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}

const must = (isRight: (text: string) => boolean, message: string) => ({
  validator: (_rule: unknown, value: unknown) =>
    isRight(typeof value === 'string' ? value.trim() : '') ? Promise.resolve() : Promise.reject(new Error(message)),
});
const orNothing = (isRight: (text: string) => boolean) => (text: string) => text === '' || isRight(text);

function EnterpriseFields() {
  const t = useWords();
  const fields = [
    ['bankName', bankNameLength.max, ({ length }: string) => length >= bankNameLength.min],
    ['bankAccount', bankAccountLength, (text: string) => isBankAccount(text)],
    ['address', invoiceAddressLength.max, ({ length }: string) => length >= invoiceAddressLength.min],
    ['phone', contactPhoneLength, (text: string) => isContactPhone(text)],
  ] as const;
  return (
    <>
      <Form.Item
        name="taxNumber"
        label={t('taxNumber')}
        extra={t('taxNumberHint')}
        {...validateOnBlur([must((text) => isTaxNumber(text), t('taxNumberWrong'))])}
      >
        <Input size="large" maxLength={taxNumberLength} className="mono" autoComplete="off" />
      </Form.Item>
      <p className="secondary invoices-optional">{t('optional')}</p>
      {fields.map(([name, most, isRight]) => (
        <Form.Item
          key={name}
          name={name}
          label={t(name)}
          {...validateOnBlur([must(orNothing(isRight), t(`${name}Wrong`))])}
        >
          <Input size="large" maxLength={most} autoComplete="off" />
        </Form.Item>
      ))}
    </>
  );
}

const valuesOf = (header: KeptHeader | null): Values => ({
  kind: header?.kind ?? 'enterprise',
  title: header?.title ?? '',
  isDefault: header?.isDefault ?? false,
  taxNumber: header?.taxNumber ?? '',
  bankName: header?.bankName ?? '',
  bankAccount: header?.bankAccount ?? '',
  address: header?.address ?? '',
  phone: header?.phone ?? '',
});

/** Personal headers omit the enterprise fields, even if filled in before the kind was changed. */
function save(header: KeptHeader | null, { kind, title, isDefault, ...rest }: Values): Promise<KeptHeader> {
  const input = { kind, title, isDefault, ...(kind === 'enterprise' ? rest : {}) };
  return header ? ask(calls.invoices.editHeader, { id: header.id, ...input }) : ask(calls.invoices.addHeader, input);
}
