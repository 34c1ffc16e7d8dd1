import { calls, type OfficeForm, officeLength } from '@proofkeep/contract';
import { Checkbox, Form, Input } from 'antd';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-office-form', text);

type Values = OfficeForm & { isOpen?: boolean };

/** Adds an office, or changes a given one. */
export function OfficeDialog({ office }: { office?: OfficeForm & { id: string; isOpen: boolean } }) {
  const t = useWords();
  const { consoleNotarization } = calls;
  const rules = (field: 'name' | 'address' | 'phone' | 'numberPrefix') => {
    const { min, max } = officeLength[field];
    return [{ required: true, whitespace: true, min, max, message: t('tooShort', { min }) }];
  };
  return (
    <ActDialog
      button={office ? {} : { type: 'primary' }}
      label={t(office ? 'edit' : 'createTitle')}
      title={t(office ? 'editTitle' : 'createTitle')}
      act={t(office ? 'save' : 'create')}
      {...(office && { initialValues: fieldsOf(office) })}
      send={async ({ isOpen = true, ...form }: Values) => {
        if (office) await ask(consoleNotarization.changeOffice, { ...form, isOpen, id: office.id });
        else await ask(consoleNotarization.createOffice, form);
      }}
      onSent={async () => {
        toast.success(t(office ? 'saved' : 'created'));
        await refresh('consoleOffices');
      }}
    >
      <Form.Item name="name" label={t('name')} extra={t('nameHelp')} rules={rules('name')}>
        <Input autoFocus maxLength={officeLength.name.max} />
      </Form.Item>
      <Form.Item name="address" label={t('address')} rules={rules('address')}>
        <Input maxLength={officeLength.address.max} />
      </Form.Item>
      <Form.Item name="phone" label={t('phone')} rules={rules('phone')}>
        <Input maxLength={officeLength.phone.max} inputMode="tel" />
      </Form.Item>
      <Form.Item name="numberPrefix" label={t('prefix')} extra={t('prefixHelp')} rules={rules('numberPrefix')}>
        <Input maxLength={officeLength.numberPrefix.max} />
      </Form.Item>
      {office && (
        <Form.Item name="isOpen" valuePropName="checked">
          <Checkbox>{t('isOpen')}</Checkbox>
        </Form.Item>
      )}
    </ActDialog>
  );
}

const fieldsOf = ({ name, address, phone, numberPrefix, isOpen }: OfficeForm & { isOpen: boolean }): Values => ({
  name,
  address,
  phone,
  numberPrefix,
  isOpen,
});
