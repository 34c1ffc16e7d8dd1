import { FileAddOutlined, FolderOpenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useDroppedFiles } from '../../../ui/forms/dropped-files.ts';
import { FileInput } from '../../../ui/forms/file-input.tsx';
import { useDrop } from '../../../ui/forms/use-drop.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('choose-files', text);

/** Lets the user choose or drop files, or a whole folder. */
export function ChooseFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useWords();
  const take = useDroppedFiles(onFiles);
  const drop = useDrop((drag) => {
    drag.preventDefault();
    take(drag.dataTransfer);
  });
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <section className="attestations-new-drop" {...drop} aria-label={t('label')}>
      <p>{t('drop')}</p>
      <div className="actions">
        <Button icon={<FileAddOutlined aria-hidden />} onClick={() => files.current?.click()}>
          {t('files')}
        </Button>
        <Button icon={<FolderOpenOutlined aria-hidden />} onClick={() => folder.current?.click()}>
          {t('folder')}
        </Button>
      </div>
      <FileInput ref={files} multiple tabIndex={-1} label={t('files')} onFiles={onFiles} />
      <FileInput
        ref={(input) => {
          folder.current = input;
          // React knows no such attribute.
          input?.setAttribute('webkitdirectory', '');
        }}
        tabIndex={-1}
        label={t('folder')}
        onFiles={onFiles}
      />
    </section>
  );
}
