import '../notarization.css';
import { DownloadOutlined } from '@ant-design/icons';
import {
  calls,
  type MatterDetail,
  type MatterDocument,
  matterDocumentStateWord,
  matterDocumentTitle,
  type Upload,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { linkTo } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { useTitle } from '../../../ui/address/title.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-file', text);

const PdfPages = lazy(async () => ({ default: (await import('../../../ui/pdf/pdf-pages.tsx')).PdfPages }));

/** `/notarization/preview/file?matter=…&document=…` or `…&material=…`: a document of a matter, or a file of its application. */
export function Component() {
  const t = useWords();
  const [query] = useSearchParams();
  const id = query.get('matter') ?? '';
  useTitle(t('title'));
  const matter = useQuery(queryOf(calls.notarization.matterInfo, { id }));
  return (
    <>
      <Link to={paths.matter(id)} className="notarization-back">
        {t('back')}
      </Link>
      <QueryView query={matter} rows={10}>
        {(found) => <File matter={found} documentId={query.get('document')} fileId={query.get('material')} />}
      </QueryView>
    </>
  );
}

function File({
  matter,
  documentId,
  fileId,
}: {
  matter: MatterDetail;
  documentId: string | null;
  fileId: string | null;
}) {
  const t = useWords();
  const document = matter.documents.find((one) => one.id === documentId);
  if (document) return <DocumentFile matter={matter} document={document} />;
  const files = [
    ...matter.materials.map(({ file }) => file),
    ...matter.people.flatMap(({ authority }) => authority ?? []),
  ];
  const file = files.find((one) => one.fileId === fileId);
  return file ? <MaterialFile matterId={matter.id} file={file} /> : <EmptyState title={t('missing')} />;
}

function DocumentFile({ matter, document }: { matter: MatterDetail; document: MatterDocument }) {
  const t = useWords();
  const language = useLanguage();
  const src = linkTo(calls.notarization.matterFile, { id: matter.id, documentId: document.id });
  const name = wordIn(matterDocumentTitle(document.kind, matter.kind), language);
  return (
    <>
      <Heading name={name} src={src}>
        <span className="chip">{wordIn(matterDocumentStateWord(document.state, matter.state), language)}</span>
      </Heading>
      <p className="secondary">
        {t('digest')} <Copyable text={document.sha256} what={t('digest')} kept={16} />
      </p>
      {document.signatures.map(({ partyId, name: signer, signedAt }) => (
        <p key={partyId} className="secondary">
          {t('signed', { name: signer })} <Moment at={signedAt} />
        </p>
      ))}
      <Pdf src={src} name={name} />
    </>
  );
}

function MaterialFile({ matterId, file }: { matterId: string; file: Upload }) {
  const src = linkTo(calls.notarization.matterMaterial, { id: matterId, fileId: file.fileId });
  return (
    <>
      <Heading name={file.name} src={src} />
      {file.mediaType.startsWith('image/') ? (
        <img className="notarization-image" src={src} alt={file.name} />
      ) : (
        <Pdf src={src} name={file.name} />
      )}
    </>
  );
}

function Heading({ name, src, children }: { name: string; src: string; children?: ReactNode }) {
  const t = useWords();
  return (
    <div className="page-heading">
      <div className="notarization-heading">
        <h1>{name}</h1>
        {children}
      </div>
      <Button icon={<DownloadOutlined aria-hidden />} href={src}>
        {t('download')}
      </Button>
    </div>
  );
}

function Pdf({ src, name }: { src: string; name: string }) {
  return (
    <Suspense fallback={<Skeleton rows={12} />}>
      <div className="notarization-pdf">
        <PdfPages src={src} name={name} />
      </div>
    </Suspense>
  );
}
