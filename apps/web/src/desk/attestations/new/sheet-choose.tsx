import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { batchRows, calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { ask } from '../../../api/ask.ts';
import { FileInput } from '../../../ui/forms/file-input.tsx';
import { useDrop } from '../../../ui/forms/use-drop.ts';
import { decimal } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-sheet', text);

/** Lets the user choose or drop a spreadsheet, or download the template. */
export function ChooseSheet({ isReading, onFile }: { isReading: boolean; onFile: (file: File) => void }) {
  const t = useWords();
  const drop = useDrop((drag) => {
    drag.preventDefault();
    const [file] = drag.dataTransfer.files;
    if (file) onFile(file);
  });
  const chooser = useRef<HTMLInputElement>(null);
  const template = useMutation({ mutationFn: downloadTemplate });
  return (
    <section className="attestations-new-drop" {...drop} aria-label={t('label')} aria-busy={isReading}>
      <p role="status">{isReading ? t('reading') : t('drop', { most: decimal(batchRows, 0) })}</p>
      <div className="actions">
        <Button icon={<FileExcelOutlined aria-hidden />} loading={isReading} onClick={() => chooser.current?.click()}>
          {t('choose')}
        </Button>
        <Button icon={<DownloadOutlined aria-hidden />} loading={template.isPending} onClick={() => template.mutate()}>
          {t('template')}
        </Button>
      </div>
      <FileInput
        ref={chooser}
        accept=".xlsx,.csv"
        tabIndex={-1}
        label={t('choose')}
        onFiles={([file]) => file && onFile(file)}
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
