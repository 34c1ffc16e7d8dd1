import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { batchRows, calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { decimal } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-sheet', text);

/** Lets the user choose or drop a spreadsheet, or download the template. */
export function ChooseSheet({ isReading, onFile }: { isReading: boolean; onFile: (file: File) => void }) {
  const t = useWords();
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const template = useMutation({ mutationFn: downloadTemplate });
  return (
    <section
      className="attestations-new-drop"
      data-over={isOver}
      aria-label={t('label')}
      aria-busy={isReading}
      onDragOver={(drag) => {
        drag.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(drag) => {
        drag.preventDefault();
        setOver(false);
        const [file] = drag.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <p role="status">{isReading ? t('reading') : t('drop', { most: decimal(batchRows, 0) })}</p>
      <div className="actions">
        <Button icon={<FileExcelOutlined aria-hidden />} loading={isReading} onClick={() => chooser.current?.click()}>
          {t('choose')}
        </Button>
        <Button icon={<DownloadOutlined aria-hidden />} loading={template.isPending} onClick={() => template.mutate()}>
          {t('template')}
        </Button>
      </div>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        accept=".xlsx,.csv"
        tabIndex={-1}
        aria-label={t('choose')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Lets the user choose the same file again, corrected.
          target.value = '';
        }}
      />
    </section>
  );
}

async function downloadTemplate(): Promise<void> {
  const { template } = await ask(calls.attestations.batch, { template: true });
  if (!template) return;
  const bytes = Uint8Array.from(atob(template.contentBase64), (character) => character.charCodeAt(0));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: template.mediaType }));
  link.download = template.fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
