import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';

const useWords = words('recovery-codes', {
  title: ['保存恢复码', 'Keep your recovery codes'],
  why: [
    '手机丢失或更换时，用恢复码完成第二步。每个只能使用一次，现在不保存就再也看不到。',
    'Should you lose your phone, one of these takes its place. Each is good once. They are shown this once.',
  ],
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  download: ['下载', 'Download'],
  kept: ['我已保存在安全的地方', 'I have kept them in a safe place'],
  done: ['完成', 'Done'],
});

/** Shown once; the dialog goes only when the person says that they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const say = useWords();
  const [isKept, setKept] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast.success(say('copied')));
  return (
    <Modal
      open
      title={say('title')}
      footer={null}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={460}
    >
      <p>{say('why')}</p>
      <ol className="security-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions security-codes-acts">
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          {say('copy')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="proofkeep-recovery-codes.txt"
        >
          {say('download')}
        </Button>
      </div>
      <Checkbox checked={isKept} onChange={({ target }) => setKept(target.checked)}>
        {say('kept')}
      </Checkbox>
      <Button
        type="primary"
        size="large"
        block
        disabled={!isKept}
        title={isKept ? undefined : say('kept')}
        onClick={onKept}
      >
        {say('done')}
      </Button>
    </Modal>
  );
}
