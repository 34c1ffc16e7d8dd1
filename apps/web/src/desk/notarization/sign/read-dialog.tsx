import { calls, type MatterDocument, matterDocumentWords } from '@proofkeep/contract';
import { Modal } from 'antd';
import { lazy, Suspense } from 'react';
import { linkTo } from '../../../api/ask.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-sign', text);

const PdfPages = lazy(async () => ({ default: (await import('../../../ui/pdf/pdf-pages.tsx')).PdfPages }));

interface Props {
  matterId: string;
  document: MatterDocument;
  onClose: () => void;
  onRead: () => void;
}

/** A document with all its pages; the party confirms that they read it. */
export function ReadDialog({ matterId, document, onClose, onRead }: Props) {
  const t = useWords();
  const language = useLanguage();
  const src = linkTo(calls.notarization.matterFile, { id: matterId, documentId: document.id });
  const name = wordIn(matterDocumentWords[document.kind], language);
  return (
    <Modal open title={name} width={900} okText={t('confirmRead')} onOk={onRead} onCancel={onClose} destroyOnHidden>
      <Suspense fallback={<Skeleton rows={10} />}>
        <PdfPages src={src} name={name} />
      </Suspense>
      <p>
        <a href={src}>{t('download')}</a>
      </p>
    </Modal>
  );
}
