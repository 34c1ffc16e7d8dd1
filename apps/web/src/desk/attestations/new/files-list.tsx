import { CheckCircleOutlined, DeleteOutlined, ExclamationCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import { submittedFiles } from '@proofkeep/contract';
import { Button } from 'antd';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { fileSize } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import type { ChosenFile } from './chosen-files.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('files-list', text);

interface Props {
  files: readonly ChosenFile[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
}

/** The chosen files, each with its progress or its digest. */
export function FilesList({ files, onRemove, onRetry }: Props) {
  const t = useWords();
  if (files.length === 0) return null;
  return (
    <ul className="attestations-new-files" aria-label={t('label')}>
      {files.map((one) => (
        <li key={one.key} data-phase={one.phase}>
          <div className="attestations-new-file">
            <p>
              <strong>{one.name}</strong> <span className="secondary numbers">{fileSize(one.file.size)}</span>
            </p>
            <Progress one={one} />
          </div>
          {one.phase === 'failed' && one.problem !== 'too-large' && (
            <Button
              type="text"
              icon={<ReloadOutlined aria-hidden />}
              aria-label={t('retry', { name: one.name })}
              onClick={() => onRetry(one.key)}
            />
          )}
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('remove', { name: one.name })}
            onClick={() => onRemove(one.key)}
          />
        </li>
      ))}
    </ul>
  );
}

function Progress({ one: { phase, file, doneBytes, sha256, problem, name } }: { one: ChosenFile }) {
  const t = useWords();
  if (phase === 'ready')
    return (
      <p className="secondary attestations-new-file-line">
        <CheckCircleOutlined className="attestations-new-file-ready" aria-label={t('ready')} /> SHA-256{' '}
        <Copyable text={sha256 ?? ''} what={t('digestOf', { name })} kept={10} />
      </p>
    );
  if (phase === 'failed')
    return (
      <p role="alert" className="attestations-new-file-line attestations-new-file-failed">
        <ExclamationCircleOutlined aria-hidden />{' '}
        {typeof problem === 'string'
          ? t(problem, { size: `${submittedFiles.maxBytes / 2 ** 30} GB` })
          : (problem?.message ?? '')}
      </p>
    );
  return (
    <p className="secondary attestations-new-file-line">
      <progress value={doneBytes} max={Math.max(1, file.size)} aria-label={t(phase)} />
      <span>{t(phase)}</span>
    </p>
  );
}
