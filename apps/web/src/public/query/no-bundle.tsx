import { Link } from 'react-router';
import { words } from '../../ui/words/words.ts';
import { Notice } from '../notice.tsx';
import type { FileKind } from './file-kind.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('no-bundle', text);

/** Shown for a file that is not a bundle, so that it isn't mistaken for failed evidence. */
export function NoBundle({ kind }: { kind: Exclude<FileKind, 'bundle'> }) {
  const say = useWords();
  return (
    <Notice title={say(kind)}>
      <p>{say(`${kind}Help`)}</p>
      {kind === 'not-zip' && <Link to="?by=file">{say('ask')}</Link>}
    </Notice>
  );
}
