import { type AttestationDetail, calls } from '@proofkeep/contract';
import { linkTo } from '../../../api/ask.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { fileSize } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('submitted-tab', text);

/** The submitted files or digests under the names that the user gave them. */
export function SubmittedTab({ detail: { ano, kind, submitted, files } }: { detail: AttestationDetail }) {
  const t = useWords();
  const sealed = new Set(files.map(({ path }) => path));
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
          {submitted.map(({ name, sizeBytes, modifiedAt, sha256, sm3, path }) => (
            <tr key={name}>
              <td>
                {path !== null && sealed.has(path) ? (
                  <a href={linkTo(calls.attestations.file, { ano, path })} download={name.split('/').at(-1)}>
                    {name}
                  </a>
                ) : (
                  name
                )}
                {modifiedAt && (
                  <p className="secondary attestations-files-word">
                    {t('modified')} <Moment at={modifiedAt} />
                  </p>
                )}
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
          ))}
        </tbody>
      </table>
    </>
  );
}
