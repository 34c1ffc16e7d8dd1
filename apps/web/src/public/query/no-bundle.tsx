import { Link } from 'react-router';
import { words } from '../../ui/words/words.ts';
import { Notice } from '../notice.tsx';
import type { FileKind } from './file-kind.ts';

const useWords = words('no-bundle', {
  empty: ['这个文件是空的', 'This file is empty'],
  emptyHelp: ['请重新下载证据包后再试。', 'Download the bundle again.'],
  'not-zip': ['这不是证据包：它不是 ZIP 文件', 'This is no evidence bundle: it is not a ZIP file'],
  'not-zipHelp': [
    '请选择下载得到的证据包 ZIP。若想知道这个文件是否属于某份存证，请用“文件或摘要”。',
    'Choose the bundle as it was downloaded. To ask whether this file is part of an attestation, use “File or digest”.',
  ],
  'cut-off': ['这个 ZIP 的结尾缺失或损坏', 'The end of this ZIP is missing or damaged'],
  'cut-offHelp': [
    '可能没有下载完整，或结尾被改动过，因此无法核验。请重新取得原始文件。',
    'It was probably not downloaded whole, or its end was altered, so it cannot be checked. Get the original again.',
  ],
  'other-zip': ['这是 ZIP 文件，但不是证据包', 'This is a ZIP file, but no evidence bundle'],
  'other-zipHelp': [
    '其中没有存证的清单和证明。请选择下载得到的证据包，不要选择其中的文件或另行打包的文件。',
    'It has no manifest and no proofs. Choose the bundle as it was downloaded, not a file from it or another archive.',
  ],
  ask: ['按文件查询', 'Ask by file'],
});

/** A file about which there is nothing to verify: that is said, and not that evidence failed. */
export function NoBundle({ kind }: { kind: Exclude<FileKind, 'bundle'> }) {
  const say = useWords();
  return (
    <Notice title={say(kind)}>
      <p>{say(`${kind}Help`)}</p>
      {kind === 'not-zip' && <Link to="?by=file">{say('ask')}</Link>}
    </Notice>
  );
}
