import { Link } from 'react-router';
import { words } from '../../ui/words/words.ts';
import { Notice } from '../notice.tsx';
import type { FileKind } from './file-kind.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('no-bundle', text);

/** Shown for a file that is not a bundle, so that it isn't mistaken for failed evidence. */
export function NoBundle({ kind }: { kind: Exclude<FileKind, 'bundle'> }) {
  const t = useWords();
  return (
    <Notice title={t(kind)}>
      <p>{t(`${kind}Help`)}</p>
      {(kind === 'not-zip' || kind === 'other-pdf') && <Link to="?by=file">{t('ask')}</Link>}
    </Notice>
  );
}
