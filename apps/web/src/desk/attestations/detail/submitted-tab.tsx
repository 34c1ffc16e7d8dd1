import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { type AttestationDetail, calls, type SubmittedFile } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { linkTo } from '../../../api/ask.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { fileSize } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { AddFile } from './add-file.tsx';
import { FilePreview } from './file-preview.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('submitted-tab', text);

/** The submitted files or digests under the names that the user gave them. */
export function SubmittedTab({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const { kind, submitted } = detail;
  return (
    <>
      {kind === 'digests' && <p className="attestations-files-hint secondary">{t('hint')}</p>}
      <table className="attestations-files-table">
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('size')}</th>
            <th scope="col">{t('digest')}</th>
          </tr>
        </thead>
        <tbody>
          {submitted.map((file, index) => (
            <SubmittedRow key={file.name} detail={detail} file={file} n={index + 1} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function SubmittedRow({ detail, file, n }: { detail: AttestationDetail; file: SubmittedFile; n: number }) {
  const t = useWords();
  const { ano, kind, state } = detail;
  const { name, sizeBytes, modifiedAt, sha256, sm3, addedAt, preview } = file;
  const [isShown, setShown] = useState(false);
  return (
    <tr>
      <td>
        <FileName detail={detail} file={file} />
        {modifiedAt && (
          <p className="secondary attestations-files-word">
            {t('modified')} <Moment at={modifiedAt} />
          </p>
        )}
        {addedAt && (
          <p className="secondary attestations-files-word">
            {t('added')} <Moment at={addedAt} />
          </p>
        )}
        {kind === 'digests' && state === 'succeeded' && !addedAt && <AddFile ano={ano} n={n} stated={file} />}
        {preview && (
          <Button
            size="small"
            type="text"
            icon={isShown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
            aria-expanded={isShown}
            aria-label={t(isShown ? 'hideNamed' : 'showNamed', { name })}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'hide' : 'show')}
          </Button>
        )}
        {isShown && <FilePreview ano={ano} n={n} file={file} />}
      </td>
      <td className="numbers secondary">{sizeBytes === null ? '-' : fileSize(sizeBytes)}</td>
      <td>
        <p>
          <span className="secondary">SHA-256</span>{' '}
          <Copyable text={sha256} what={t('digestOf', { algorithm: 'SHA-256', name })} kept={8} />
        </p>
        {sm3 && (
          <p>
            <span className="secondary">SM3</span>{' '}
            <Copyable text={sm3} what={t('digestOf', { algorithm: 'SM3', name })} kept={8} />
          </p>
        )}
      </td>
    </tr>
  );
}

/** A link to the sealed file, if it is in the bundle. */
function FileName({
  detail: { ano, files },
  file: { name, path },
}: {
  detail: AttestationDetail;
  file: SubmittedFile;
}) {
  if (path === null || !files.some((sealed) => sealed.path === path)) return name;
  return (
    <a href={linkTo(calls.attestations.file, { ano, path })} download={name.split('/').at(-1)}>
      {name}
    </a>
  );
}
