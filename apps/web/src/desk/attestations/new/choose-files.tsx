import { FileAddOutlined, FolderOpenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ChangeEvent, useRef, useState } from 'react';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('choose-files', text);

/** Lets the user choose or drop files, or a whole folder. */
export function ChooseFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useWords();
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Lets the user choose the same files again.
    target.value = '';
  };
  return (
    <section
      className="attestations-new-drop"
      data-over={isOver}
      aria-label={t('label')}
      onDragOver={(drag) => {
        drag.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(drag) => {
        drag.preventDefault();
        setOver(false);
        onFiles([...drag.dataTransfer.files]);
      }}
    >
      <p>{t('drop')}</p>
      <div className="actions">
        <Button icon={<FileAddOutlined aria-hidden />} onClick={() => files.current?.click()}>
          {t('files')}
        </Button>
        <Button icon={<FolderOpenOutlined aria-hidden />} onClick={() => folder.current?.click()}>
          {t('folder')}
        </Button>
      </div>
      <input
        ref={files}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t('files')}
        onChange={choose}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React knows no such attribute.
          input?.setAttribute('webkitdirectory', '');
        }}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t('folder')}
        onChange={choose}
      />
    </section>
  );
}
