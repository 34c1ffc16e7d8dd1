import {
  BankAccount,
  ContactPhone,
  calls,
  type HeaderKind,
  headerKinds,
  headerKindWords,
  type KeptHeader,
  TaxNumber,
} from '@proofkeep/contract';
import { Checkbox, Form, Input, Modal, Radio } from 'antd';
import { ask } from '../../api/ask.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { whenLeft } from '../../ui/forms/when-left.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';

const useWords = words('invoice-header-form', {
  add: ['添加发票抬头', 'Add an invoice header'],
  edit: ['编辑发票抬头', 'Edit the invoice header'],
  kind: ['抬头类型', 'Kind'],
  title: ['名称', 'Name'],
  titleHint: ['与营业执照或身份证件一致', 'As on the business licence or the identity document'],
  titleWrong: ['请输入 2 至 100 个字的名称', 'Enter a name of 2 to 100 characters'],
  taxNumber: ['纳税人识别号', 'Tax number'],
  taxNumberHint: [
    '18 位统一社会信用代码，或 15、20 位纳税人识别号',
    'The unified social credit code of 18 characters, or a number of 15 or 20',
  ],
  taxNumberWrong: ['税号有误，请核对每一位', 'The number is not right: compare each character'],
  optional: ['以下开专用发票时必填', 'Needed for a special invoice'],
  bankName: ['开户行', 'Bank'],
  bankNameWrong: ['请输入 2 至 100 个字的开户行', 'Enter a bank of 2 to 100 characters'],
  bankAccount: ['银行账号', 'Account'],
  bankAccountWrong: ['请输入 8 至 30 位数字的账号', 'Enter an account of 8 to 30 digits'],
  address: ['注册地址', 'Registered address'],
  addressWrong: ['请输入 2 至 200 个字的地址', 'Enter an address of 2 to 200 characters'],
  phone: ['注册电话', 'Registered phone'],
  phoneWrong: ['请输入有效的电话号码', 'Enter a phone number that can be called'],
  isDefault: ['设为默认抬头', 'Make it the default header'],
  save: ['保存', 'Save'],
  cancel: ['取消', 'Cancel'],
});

type Values = { kind: HeaderKind; title: string; isDefault: boolean } & Partial<Record<Optional, string>>;
type Optional = 'taxNumber' | 'bankName' | 'bankAccount' | 'address' | 'phone';

interface Props {
  /** Null: a new one. */
  header: KeptHeader | null;
  onClose: () => void;
  onSaved: (header: KeptHeader) => void | Promise<void>;
}

export function HeaderForm({ header, onClose, onSaved }: Props) {
  const say = useWords();
  const language = useLanguage();
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form) ?? header?.kind ?? 'enterprise';
  const { refusal, isSending, submit } = useSubmit(form, async (values: Values) => {
    await onSaved(await save(header, values));
  });
  return (
    <Modal
      open
      title={say(header ? 'edit' : 'add')}
      okText={say('save')}
      cancelText={say('cancel')}
      okButtonProps={{ loading: isSending }}
      onOk={form.submit}
      onCancel={onClose}
      width={560}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={valuesOf(header)}
        onFinish={submit}
        // A form of its own where it stands above another.
        component="form"
      >
        <Refusal>{refusal}</Refusal>
        <Form.Item name="kind" label={say('kind')}>
          <Radio.Group
            options={headerKinds.map((value) => ({ value, label: wordIn(headerKindWords[value], language) }))}
          />
        </Form.Item>
        <Form.Item
          name="title"
          label={say('title')}
          extra={say('titleHint')}
          {...whenLeft([{ required: true, whitespace: true, min: 2, max: 100, message: say('titleWrong') }])}
        >
          <Input size="large" maxLength={100} autoComplete="organization" />
        </Form.Item>
        {kind === 'enterprise' && <EnterpriseFields />}
        <Form.Item name="isDefault" valuePropName="checked" hidden={header?.isDefault ?? false}>
          <Checkbox>{say('isDefault')}</Checkbox>
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
  const say = useWords();
  const fields = [
    ['bankName', ({ length }: string) => length >= 2 && length <= 100],
    ['bankAccount', (text: string) => BankAccount.safeParse(text).success],
    ['address', ({ length }: string) => length >= 2 && length <= 200],
    ['phone', (text: string) => ContactPhone.safeParse(text).success],
  ] as const;
  return (
    <>
      <Form.Item
        name="taxNumber"
        label={say('taxNumber')}
        extra={say('taxNumberHint')}
        {...whenLeft([must((text) => TaxNumber.safeParse(text).success, say('taxNumberWrong'))])}
      >
        <Input size="large" maxLength={40} className="mono" autoComplete="off" />
      </Form.Item>
      <p className="secondary invoices-optional">{say('optional')}</p>
      {fields.map(([name, isRight]) => (
        <Form.Item
          key={name}
          name={name}
          label={say(name)}
          {...whenLeft([must(orNothing(isRight), say(`${name}Wrong`))])}
        >
          <Input size="large" maxLength={200} autoComplete="off" />
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

/** Of a person nothing is sent that belongs to an enterprise, though it was entered before the kind was changed. */
function save(header: KeptHeader | null, { kind, title, isDefault, ...rest }: Values): Promise<KeptHeader> {
  const input = { kind, title, isDefault, ...(kind === 'enterprise' ? rest : {}) };
  return header ? ask(calls.invoices.editHeader, { id: header.id, ...input }) : ask(calls.invoices.addHeader, input);
}
