import { type AttestationDetail, calls } from '@proofkeep/contract';
import { linkTo } from '../../../api/ask.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { TableHead } from '../../../ui/kit/table-head.tsx';
import { fileSize } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { fileWord } from './file-words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('files-tab', text);

export function FilesTab({ detail: { ano, files } }: { detail: AttestationDetail }) {
  const t = useWords();
  if (files.length === 0) return <p className="secondary">{t('none')}</p>;
  return (
    <>
      <p className="attestations-files-hint secondary">{t('hint')}</p>
      {(['data', 'proof'] as const).map((kind) => (
        <Files key={kind} ano={ano} title={t(kind)} files={files.filter((file) => file.kind === kind)} />
      ))}
    </>
  );
}

function Files({ ano, title, files }: { ano: string; title: string; files: AttestationDetail['files'] }) {
  const t = useWords();
  if (files.length === 0) return null;
  return (
    <section className="attestations-files">
      <header className="attestations-files-heading">
        <h2>{title}</h2>
        <span className="secondary numbers">{files.length}</span>
      </header>
      <table className="attestations-files-table">
        <TableHead columns={[t('path'), t('size'), t('digest')]} />
        <tbody>
          {files.map((file) => (
            <FileRow key={file.path} ano={ano} file={file} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FileRow({ ano, file }: { ano: string; file: AttestationDetail['files'][number] }) {
  const t = useWords();
  const language = useLanguage();
  const { path, sizeBytes, sha256 } = file;
  const word = fileWord(path);
  return (
    <tr>
      <td>
        <a href={linkTo(calls.attestations.file, { ano, path })} download className="mono">
          {path}
        </a>
        {word && <p className="secondary attestations-files-word">{wordIn(word, language)}</p>}
      </td>
      <td className="numbers secondary">{fileSize(sizeBytes)}</td>
      <td>
        <Copyable text={sha256} what={t('digestOf', { path })} kept={8} />
      </td>
    </tr>
  );
}
