import { calls, matterKindFacts, type NotaryMatter, type Upload } from '@proofkeep/contract';
import { linkTo } from '../../api/ask.ts';
import { fileSize } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-materials', text);

/** Files of the application. Each view is audited and recorded in the journal. */
export function Materials({ matter: { id, kind, materials, people } }: { matter: NotaryMatter }) {
  const t = useWords();
  const language = useLanguage();
  const labelOf = (code: string) => {
    const label = matterKindFacts[kind].materials.find((material) => material.code === code)?.label;
    return label ? wordIn(label, language) : code;
  };
  const authorities = people.flatMap(({ name, authority }) =>
    authority ? [{ label: t('authority', { name }), file: authority }] : [],
  );
  const files = [...materials.map(({ code, file }) => ({ label: labelOf(code), file })), ...authorities];
  return (
    <section className="panel console-notarization-panel">
      <h2>{t('title')}</h2>
      {files.length === 0 && <p className="secondary">{t('none')}</p>}
      <ul className="console-notarization-files">
        {files.map(({ label, file }) => (
          <li key={file.fileId}>
            <Shown id={id} label={label} file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The service re-encodes images from their pixels, so they are safe to display; other files are downloaded. */
function Shown({ id, label, file }: { id: string; label: string; file: Upload }) {
  const t = useWords();
  const src = linkTo(calls.consoleNotarization.notaryMatterMaterial, { id, fileId: file.fileId });
  const isImage = file.mediaType.startsWith('image/');
  return (
    <figure>
      {isImage && (
        <a href={src} target="_blank" rel="noreferrer" aria-label={t('larger', { name: file.name })}>
          <img src={src} alt={`${label}: ${file.name}`} loading="lazy" />
        </a>
      )}
      <figcaption>
        <strong>{label}</strong>
        <span className="secondary">
          {file.name} · {fileSize(file.sizeBytes)}
        </span>
        {!isImage && <a href={src}>{t('save')}</a>}
      </figcaption>
    </figure>
  );
}
