import type { calls, ReplyOf } from '@proofkeep/contract';
import { Button, Modal } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';

export type Given = ReplyOf<typeof calls.staff.createStaff> & { name: string };

const useWords = words('console-one-time-password', {
  title: ['“{name}”的一次性密码', 'One-time password of {name}'],
  what: [
    '只显示这一次。请当面或通过其他可靠方式交给本人；首次登录时须改密码并设置验证器。',
    'Shown this once. Hand it over in person or by another safe way; at the first sign-in it has to be changed, and an authenticator set up.',
  ],
  until: ['有效至', 'Good until'],
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  done: ['我已记下', 'I have it'],
});

export function OneTimePassword({ given, onClose }: { given: Given | null; onClose: () => void }) {
  const say = useWords();
  if (!given) return null;
  const copy = () => void navigator.clipboard.writeText(given.oneTimePassword).then(() => toast.success(say('copied')));
  return (
    <Modal
      open
      title={say('title', { name: given.name })}
      closable={false}
      // Clicked away by chance it would be lost.
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {say('done')}
        </Button>
      }
    >
      <p>{say('what')}</p>
      <p className="one-time">
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
