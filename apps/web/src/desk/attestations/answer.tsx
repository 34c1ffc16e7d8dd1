import { type AttestationSummary, calls, discardReasonLength } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useAct } from '../../api/refresh.ts';
import { words } from '../../ui/words/words.ts';
import { useConfirm } from './acts.ts';
import { isAllowed } from './allowed.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('answer', text);

/** Buttons to confirm or discard a preview; renders nothing in other states. */
export function Answer({ row }: { row: Pick<AttestationSummary, 'ano' | 'state'> }) {
  const { ano } = row;
  const t = useWords();
  const [isAsking, setAsking] = useState(false);
  const confirm = useConfirm();
  return (
    <>
      {isAllowed(row, 'confirmed') && (
        <Button type="primary" loading={confirm.isPending} onClick={() => confirm.mutate([ano])}>
          {t('confirm')}
        </Button>
      )}
      {isAllowed(row, 'rejected') && <Button onClick={() => setAsking(true)}>{t('reject')}</Button>}
      <Reject ano={ano} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function Reject({ ano, isOpen, onClose }: { ano: string; isOpen: boolean; onClose: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<{ reason?: string }>();
  const reject = useAct(calls.attestations.reject, 'attestations');
  const send = ({ reason = '' }: { reason?: string }) => reject.mutate({ ano, reason }, { onSuccess: onClose });
  return (
    <Modal
      open={isOpen}
      title={t('title')}
      okText={t('reject')}
      okButtonProps={{ danger: true, loading: reject.isPending }}
      cancelText={t('keep')}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('hint')}</p>
      <Form form={form} layout="vertical" onFinish={send} className="attestations-reject-form">
        <Form.Item name="reason" label={t('reason')}>
          <Input.TextArea maxLength={discardReasonLength} rows={3} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
