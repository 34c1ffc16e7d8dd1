import './matter.css';
import { FilePdfOutlined } from '@ant-design/icons';
import {
  type MatterDocument,
  type MatterKind,
  type MatterState,
  matterDocumentStateWord,
  matterDocumentTitle,
} from '@proofkeep/contract';
import { Moment } from '../kit/moment.tsx';
import { useLanguage, wordIn, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-documents', text);

interface Props {
  /** Kind of the matter. */
  kind: MatterKind;
  /** State of the matter. */
  state: MatterState;
  documents: readonly MatterDocument[];
  linkOf: (document: MatterDocument) => string;
}

/** The documents with version, digest and signatures. */
export function MatterDocuments({ kind, state, documents, linkOf }: Props) {
  const t = useWords();
  const language = useLanguage();
  if (documents.length === 0) return null;
  return (
    <section className="panel matter-documents">
      <h2>{t('title')}</h2>
      <ul>
        {documents.map((document) => (
          <li key={document.id}>
            <p>
              <FilePdfOutlined aria-hidden />{' '}
              <a href={linkOf(document)}>{wordIn(matterDocumentTitle(document.kind, kind), language)}</a>{' '}
              <span className="secondary">
                {t('version', { version: document.version })} ·{' '}
                {wordIn(matterDocumentStateWord(document.state, state), language)}
              </span>
            </p>
            <p className="secondary">
              {t('digest')} <code title={document.sha256}>{document.sha256.slice(0, 16)}…</code>
            </p>
            {document.signatures.map(({ partyId, name, signedAt }) => (
              <p key={partyId} className="secondary">
                {t('signed', { name })} <Moment at={signedAt} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
