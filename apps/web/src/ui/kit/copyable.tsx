import './copyable.css';
import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { shortId } from '../words/formatters.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('copyable', text);

/** An id or digest, shortened on screen but copied in full. */
export function Copyable({ text, what, kept = 12 }: { text: string; what: string; kept?: number }) {
  const t = useWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const later = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(later);
  }, [isCopied]);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  const label = isCopied ? t('copied') : t('copy', { what });
  return (
    <span className="copyable">
      <code title={text}>{shortId(text, kept)}</code>
      <Button
        type="text"
        size="small"
        aria-label={label}
        title={label}
        icon={isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        onClick={copy}
      />
    </span>
  );
}
