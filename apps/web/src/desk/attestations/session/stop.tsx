import { BorderOutlined } from '@ant-design/icons';
import { calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-panel', text);

/** Ends the session; asks before whether credentials are kept. */
export function Stop({ ano }: { ano: string }) {
  const t = useWords();
  const [isOpen, open] = useState(false);
  const [isFull, setFull] = useState(false);
  const stopping = useMutation({
    mutationFn: () => ask(calls.liveSessions.stopSession, { ano, isFull }),
    onError: (error) => toast.error(toApiError(error).message),
    onSettled: () => refresh('liveSessions'),
  });
  return (
    <>
      <Button type="primary" icon={<BorderOutlined aria-hidden />} onClick={() => open(true)}>
        {t('stop')}
      </Button>
      <Modal
        open={isOpen}
        title={t('stopTitle')}
        okText={t('stop')}
        cancelText={t('back')}
        confirmLoading={stopping.isPending || stopping.isSuccess}
        onOk={() => stopping.mutate()}
        onCancel={() => open(false)}
      >
        <div className="attestations-session-stop">
          <p>{t('stopHint')}</p>
          <Checkbox checked={isFull} onChange={({ target }) => setFull(target.checked)}>
            {t('full')}
          </Checkbox>
          <p className="secondary">{t('fullHint')}</p>
        </div>
      </Modal>
    </>
  );
}
