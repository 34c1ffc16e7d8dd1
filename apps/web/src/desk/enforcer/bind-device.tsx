import { calls, type DeviceBinding, deviceLimits } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bind-device', text);
const pollMs = 2_000;

/** The button that opens the dialog; each opening gets a new code. */
export function BindDevice() {
  const t = useWords();
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpened(opened + 1);
    setOpen(true);
  };
  return (
    <>
      <Button type="primary" onClick={open}>
        {t('title')}
      </Button>
      <Modal open={isOpen} title={t('title')} footer={null} onCancel={() => setOpen(false)} width={440} destroyOnHidden>
        <NewCode key={opened} opening={opened} onBound={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function NewCode({ opening, onBound }: { opening: number; onBound: () => void }) {
  const made = useQuery({
    queryKey: ['binding code', opening],
    queryFn: () => ask(calls.enforcer.bindingCode, {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <QueryView query={made} rows={4}>
      {(binding) => <Announced binding={binding} onBound={onBound} />}
    </QueryView>
  );
}

/** Waits for a device that uses the code. */
function Announced({ binding, onBound }: { binding: DeviceBinding; onBound: () => void }) {
  const t = useWords();
  const { code, address, expiresAt } = binding;
  const { data, error } = useQuery({
    ...queryOf(calls.enforcer.bindingCode, { code }),
    refetchInterval: ({ state }) => (state.data?.device || state.error ? false : pollMs),
    meta: { isShownInPlace: true },
    retry: false,
  });
  if (data?.device) return <Compare code={code} device={data.device} onBound={onBound} />;
  if (error) return <p role="alert">{t('expired')}</p>;
  return (
    <div className="enforcer-bind">
      <p>{t('scan')}</p>
      <div className="enforcer-qr">
        <QrCode text={address} label={t('qr')} />
      </div>
      <p className="enforcer-code numbers">
        <span className="visually-hidden">{t('code')}</span>
        {code}
      </p>
      <p className="secondary">
        {t('address')} <Copyable text={address} what={t('address')} kept={24} />
      </p>
      <p className="secondary" role="status">
        {t('waiting')} <Moment at={expiresAt} />
      </p>
    </div>
  );
}

interface Found {
  code: string;
  device: NonNullable<DeviceBinding['device']>;
  onBound: () => void;
}

/** The user compares the number on both screens before the key is bound. */
function Compare({ code, device, onBound }: Found) {
  const t = useWords();
  const [form] = Form.useForm<{ name: string }>();
  const { refusal, isSending, submit } = useSubmit(form, async ({ name }: { name: string }) => {
    await ask(calls.enforcer.bindDevice, { code, name: name.trim() });
    onBound();
    toast.success(t('bound'));
    await refresh('devices');
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} initialValues={{ name: device.name }} onFinish={submit}>
      <p>{t('compare')}</p>
      <output className="enforcer-code numbers" aria-label={t('number')}>
        {device.checkNumber}
      </output>
      <p className="secondary enforcer-agent">{device.userAgent}</p>
      <Refusal>{refusal}</Refusal>
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('nameMissing') }]}
      >
        <Input maxLength={deviceLimits.nameLength} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isSending} block>
        {t('bind')}
      </Button>
    </Form>
  );
}
