import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { toast } from '../notices/toast.ts';
import { words } from '../words/words.ts';

const useWords = words('console-recovery-codes', {
  title: ['保存恢复码', 'Keep your recovery codes'],
  why: [
    '丢失验证器时，每个恢复码可代替一次验证码。它们只显示这一次，请存放在安全的地方。',
    'Should you lose the authenticator, each stands for one code. They are shown this once: keep them somewhere safe.',
  ],
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  download: ['下载', 'Download'],
  kept: ['我已保存恢复码', 'I have kept the recovery codes'],
  onward: ['继续', 'Continue'],
  keepFirst: ['请先保存恢复码并勾选', 'Keep the codes and tick the box first'],
});

/** Shown once, right after an authenticator was set up. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const say = useWords();
  const [isKept, setKept] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast.success(say('copied')));
  return (
    <section className="recovery-codes" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">{say('title')}</h2>
      <p>{say('why')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          {say('copy')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="proofkeep-console-recovery-codes.txt"
        >
          {say('download')}
        </Button>
      </div>
      <Checkbox checked={isKept} onChange={({ target }) => setKept(target.checked)}>
        {say('kept')}
      </Checkbox>
      <Button type="primary" block disabled={!isKept} title={isKept ? undefined : say('keepFirst')} onClick={onKept}>
        {say('onward')}
      </Button>
    </section>
  );
}
