import type { calls, ReplyOf } from '@proofkeep/contract';
import { Button, Modal } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

export type Given = ReplyOf<typeof calls.staff.createStaff> & { name: string };

const useWords = words('console-one-time-password', text);

export function OneTimePassword({ given, onClose }: { given: Given | null; onClose: () => void }) {
  const t = useWords();
  if (!given) return null;
  const copy = () => void navigator.clipboard.writeText(given.oneTimePassword).then(() => toast.success(t('copied')));
  return (
    <Modal
      open
      title={t('title', { name: given.name })}
      closable={false}
      // An accidental click outside would lose the password.
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <p>{t('what')}</p>
      <p className="console-staff-one-time">
        <code>{given.oneTimePassword}</code>
        <Button size="small" onClick={copy}>
          {t('copy')}
        </Button>
      </p>
      <p className="secondary">
        {t('until')} <Moment at={given.until} />
      </p>
    </Modal>
  );
}
