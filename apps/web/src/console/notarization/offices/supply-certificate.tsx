import { calls, certificateLimits } from '@proofkeep/contract';
import { Form, Input, Select } from 'antd';
import { refresh } from '../../../api/refresh.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import { callWithStepUp } from '../../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-supply-certificate', text);

interface Values {
  staffId: string;
  chain: string;
  key: string;
  passphrase?: string;
}

/** Gives a notary of the office a certificate of an outside authority. */
export function SupplyCertificate({ office }: { office: { id: string; notaries: { id: string; name: string }[] } }) {
  const t = useWords();
  return (
    <ActDialog
      label={t('act')}
      title={t('title')}
      act={t('act')}
      width={640}
      send={({ passphrase = '', ...values }: Values) =>
        callWithStepUp(calls.consoleNotarization.supplyCertificate, { id: office.id, passphrase, ...values })
      }
      onSent={async () => {
        toast.success(t('done'));
        await refresh('consoleOffices');
      }}
    >
      <Form.Item name="staffId" label={t('notary')} rules={[{ required: true, message: t('noNotary') }]}>
        <Select options={office.notaries.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      {(['chain', 'key'] as const).map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(name)}
          extra={t(`${name}Help`)}
          rules={[{ required: true, whitespace: true, message: t(`${name}Missing`) }]}
        >
          <Input.TextArea rows={6} maxLength={certificateLimits[name]} spellCheck={false} autoComplete="off" />
        </Form.Item>
      ))}
      <Form.Item name="passphrase" label={t('passphrase')} extra={t('passphraseHelp')}>
        <Input.Password maxLength={certificateLimits.passphrase} autoComplete="off" />
      </Form.Item>
    </ActDialog>
  );
}
