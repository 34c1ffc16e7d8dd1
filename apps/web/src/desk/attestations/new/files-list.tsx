import {
  CheckCircleOutlined,
  CopyOutlined,
  DeleteOutlined,
  ExclamationCircleOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { type Duplicate, submittedFiles } from '@proofkeep/contract';
import { Button } from 'antd';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { fileSize } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import type { ChosenFile } from './chosen-files.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('files-list', text);

interface Props {
  files: readonly ChosenFile[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
  onPause: (key: string) => void;
  /** Earlier attestations of the account, by SHA-256. */
  duplicates: ReadonlyMap<string, Duplicate>;
}

/** The chosen files, each with its progress or its digest. */
export function FilesList({ files, onRemove, onRetry, onPause, duplicates }: Props) {
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
            <Known one={one} files={files} duplicates={duplicates} />
          </div>
          {one.phase === 'uploading' && one.uploadId && (
            <Button
              type="text"
              icon={<PauseOutlined aria-hidden />}
              aria-label={t('pause', { name: one.name })}
              onClick={() => onPause(one.key)}
            />
          )}
          {one.phase === 'paused' && (
            <Button
              type="text"
              icon={<PlayCircleOutlined aria-hidden />}
              aria-label={t('resume', { name: one.name })}
              onClick={() => onRetry(one.key)}
            />
          )}
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

const percent = (done: number, size: number): string =>
  `${Math.floor((Math.min(done, size) / Math.max(1, size)) * 100)}%`;

/** Says before payment that the account has attested the same content, or that it was chosen twice. */
function Known({ one, files, duplicates }: { one: ChosenFile } & Pick<Props, 'files' | 'duplicates'>) {
  const t = useWords();
  if (one.sha256 === null) return null;
  const before = duplicates.get(one.sha256);
  const first = files.find(({ sha256 }) => sha256 === one.sha256);
  if (!before && first === one) return null;
  return (
    <p className="attestations-new-file-line attestations-new-file-known">
      <CopyOutlined aria-hidden />
      {before ? (
        <span>
          {t('preserved')} <Link to={paths.attestation(before.ano)}>{before.ano}</Link> <Moment at={before.createdAt} />
        </span>
      ) : (
        <span>{t('twice', { name: first?.name ?? '' })}</span>
      )}
    </p>
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
          ? t(problem, { size: `${submittedFiles.maxUploadBytes / 2 ** 30} GB` })
          : (problem?.message ?? '')}
      </p>
    );
  return (
    <p className="secondary attestations-new-file-line">
      <progress value={doneBytes} max={Math.max(1, file.size)} aria-label={t(phase)} />
      <span className="numbers">
        {t(phase)} {phase !== 'waiting' && percent(doneBytes, file.size)}
      </span>
    </p>
  );
}
