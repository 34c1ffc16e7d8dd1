import { type LiveOutput, liveLimits } from '@proofkeep/contract';
import { Modal } from 'antd';
import { type RefObject, useState } from 'react';
import { Refusal } from '../../../ui/forms/refusal.tsx';
import { fileSize } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import type { Connection } from './connection.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-chooser', text);

interface Props {
  chooser: NonNullable<Extract<LiveOutput, { type: 'state' }>['chooser']>;
  connection: RefObject<Connection | null>;
}

/** The page asks for files: the user chooses some from this machine, or none. */
export function Chooser({ chooser: { isMultiple }, connection }: Props) {
  const t = useWords();
  const [files, setFiles] = useState<File[]>([]);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (chosen: File[]) => {
    const isLarge = chosen.some(({ size }) => size > liveLimits.uploadBytes);
    setProblem(isLarge ? t('large', { size: fileSize(liveLimits.uploadBytes) }) : null);
    setFiles(isLarge ? [] : chosen.slice(0, liveLimits.uploads));
  };
  const send = async () => {
    setSending(true);
    for (const file of files)
      if (!(await connection.current?.sendFile(file).catch(() => false))) {
        setSending(false);
        return setProblem(t('failed'));
      }
    connection.current?.send({ type: 'choose', accept: true });
  };
  return (
    <Modal
      open
      title={t('title')}
      okText={t('send')}
      okButtonProps={{ disabled: files.length === 0 }}
      confirmLoading={isSending}
      cancelText={t('cancel')}
      onOk={() => void send()}
      onCancel={() => connection.current?.send({ type: 'choose', accept: false })}
    >
      <p>{t('hint')}</p>
      <input
        type="file"
        aria-label={t('choose')}
        multiple={isMultiple}
        onChange={({ target }) => choose([...(target.files ?? [])])}
      />
      <Refusal>{problem}</Refusal>
    </Modal>
  );
}
