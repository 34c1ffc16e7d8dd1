import {
  type Address,
  addressDetailLength,
  calls,
  contactPhoneLength,
  isContactPhone,
  recipientLength,
  type SentOf,
} from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input, Modal } from 'antd';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { words } from '../../ui/words/words.ts';
import { isWhole, nowhere, type Place, RegionField } from './region-field.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('address-form', text);

interface Values {
  recipient: string;
  phone: string;
  place: Place;
  detail: string;
  isDefault: boolean;
}

interface Props {
  /** Null creates a new address. */
  address: Address | null;
  onClose: () => void;
  onSaved: (address: Address) => void;
}

export function AddressForm({ address, onClose, onSaved }: Props) {
  const t = useWords();
  const [form] = Form.useForm<Values>();
  const saving = useMutation({
    mutationFn: (values: Values) => save(address, values),
    meta: { isShownInPlace: true },
    onSuccess: onSaved,
    onError: (error) => {
      if (toApiError(error).code === 'REGION_MISMATCH')
        form.setFields([{ name: 'place', errors: [toApiError(error).message] }]);
    },
  });
  const refused = saving.error && toApiError(saving.error);
  return (
    <Modal
      open
      title={t(address ? 'edit' : 'add')}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ loading: saving.isPending }}
      onOk={form.submit}
      onCancel={onClose}
      width={560}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={valuesOf(address)}
        onFinish={(values: Values) => saving.mutate(values)}
      >
        {refused && refused.code !== 'REGION_MISMATCH' && (
          <Alert type="error" showIcon role="alert" title={refused.message} />
        )}
        <Fields isFirstDefault={address?.isDefault ?? false} />
      </Form>
    </Modal>
  );
}

/** Hides the default checkbox for the default address: only choosing another one replaces it. */
function Fields({ isFirstDefault }: { isFirstDefault: boolean }) {
  const t = useWords();
  return (
    <>
      <Form.Item
        name="recipient"
        label={t('recipient')}
        {...validateOnBlur([{ required: true, whitespace: true, max: recipientLength, message: t('recipientWrong') }])}
      >
        <Input autoComplete="name" size="large" maxLength={recipientLength} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('phone')}
        extra={t('phoneHint')}
        {...validateOnBlur([must((phone) => isContactPhone(phone), t('phoneWrong'))])}
      >
        <Input type="tel" autoComplete="tel" size="large" maxLength={contactPhoneLength} />
      </Form.Item>
      <Form.Item name="place" label={t('region')} rules={[must((place) => isWhole(place as Place), t('regionWrong'))]}>
        <RegionField />
      </Form.Item>
      <Form.Item
        name="detail"
        label={t('detail')}
        extra={t('detailHint')}
        {...validateOnBlur([{ required: true, whitespace: true, ...addressDetailLength, message: t('detailWrong') }])}
      >
        <Input.TextArea autoComplete="street-address" rows={2} maxLength={addressDetailLength.max} />
      </Form.Item>
      <Form.Item name="isDefault" valuePropName="checked" hidden={isFirstDefault}>
        <Checkbox>{t('isDefault')}</Checkbox>
      </Form.Item>
    </>
  );
}

const must = (isRight: (value: unknown) => boolean, message: string) => ({
  validator: (_rule: unknown, value: unknown) =>
    isRight(value) ? Promise.resolve() : Promise.reject(new Error(message)),
});

const valuesOf = (address: Address | null): Values =>
  address
    ? { ...address, place: { province: address.province, city: address.city, district: address.district } }
    : { recipient: '', phone: '', place: nowhere, detail: '', isDefault: false };

function save(address: Address | null, { place, recipient, phone, detail, isDefault }: Values): Promise<Address> {
  const input = { recipient, phone, detail, isDefault, ...place, province: place.province ?? '' } satisfies SentOf<
    typeof calls.addresses.addAddress
  >;
  return address
    ? ask(calls.addresses.editAddress, { id: address.id, ...input })
    : ask(calls.addresses.addAddress, input);
}
