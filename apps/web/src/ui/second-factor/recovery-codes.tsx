import './second-factor.css';
import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '../notices/toast.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('recovery-codes', text);

interface Props {
  codes: readonly string[];
  fileName: string;
  onKept: () => void;
}

/** Recovery codes, which the server returns only once; closes only when the user confirms they saved them. */
export function RecoveryCodesDialog(props: Props) {
  const t = useWords();
  return (
    <Modal
      open
      title={t('title')}
      footer={null}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={460}
    >
      <Codes {...props} />
    </Modal>
  );
}

/** Recovery codes as part of a page. */
export function RecoveryCodes(props: Props) {
  const t = useWords();
  return (
    <section aria-labelledby="recovery-codes" className="recovery-codes">
      <h2 id="recovery-codes">{t('title')}</h2>
      <Codes {...props} />
    </section>
  );
}

function Codes({ codes, fileName, onKept }: Props) {
  const t = useWords();
  const [isKept, setKept] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast.success(t('copied')));
  return (
    <div className="recovery-codes">
      <p>{t('why')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          {t('copy')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={fileName}
        >
          {t('download')}
        </Button>
      </div>
      <Checkbox checked={isKept} onChange={({ target }) => setKept(target.checked)}>
        {t('kept')}
      </Checkbox>
      <Button
        type="primary"
        size="large"
        block
        disabled={!isKept}
        title={isKept ? undefined : t('keepFirst')}
        onClick={onKept}
      >
        {t('done')}
      </Button>
    </div>
  );
}
