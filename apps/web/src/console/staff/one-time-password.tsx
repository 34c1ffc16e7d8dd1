import type { calls, ReplyOf } from '@proofkeep/contract';
import { Button, Modal } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

export type Given = ReplyOf<typeof calls.staff.createStaff> & { name: string };

const useWords = words('console-one-time-password', text);

export function OneTimePassword({ given, onClose }: { given: Given | null; onClose: () => void }) {
  const say = useWords();
  if (!given) return null;
  const copy = () => void navigator.clipboard.writeText(given.oneTimePassword).then(() => toast.success(say('copied')));
  return (
    <Modal
      open
      title={say('title', { name: given.name })}
      closable={false}
      // An accidental click outside would lose the password.
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {say('done')}
        </Button>
      }
    >
      <p>{say('what')}</p>
      <p className="console-staff-one-time">
        <code>{given.oneTimePassword}</code>
        <Button size="small" onClick={copy}>
          {say('copy')}
        </Button>
      </p>
      <p className="secondary">
        {say('until')} <Moment at={given.until} />
      </p>
    </Modal>
  );
}
