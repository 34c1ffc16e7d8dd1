import { calls, type MatterDetail, type MatterDocument, matterDocumentTitle } from '@proofkeep/contract';
import { Modal } from 'antd';
import { lazy, Suspense } from 'react';
import { linkTo } from '../../../api/ask.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-sign', text);

const PdfPages = lazy(async () => ({ default: (await import('../../../ui/pdf/pdf-pages.tsx')).PdfPages }));

interface Props {
  matter: Pick<MatterDetail, 'id' | 'kind'>;
  document: MatterDocument;
  onClose: () => void;
  onRead: () => void;
}

/** A document with all its pages; the party confirms having read it. */
export function ReadDialog({ matter, document, onClose, onRead }: Props) {
  const t = useWords();
  const language = useLanguage();
  const src = linkTo(calls.notarization.matterFile, { id: matter.id, documentId: document.id });
  const name = wordIn(matterDocumentTitle(document.kind, matter.kind), language);
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
