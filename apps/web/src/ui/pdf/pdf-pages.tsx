import './pdf-pages.css';
import { useQuery } from '@tanstack/react-query';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { ErrorPanel } from '../notices/error-panel.tsx';
import { Skeleton } from '../notices/skeleton.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('pdf-pages', text);

GlobalWorkerOptions.workerPort = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });

interface Props {
  src: string;
  name: string;
}

/**
 * All pages of a PDF as pictures. Phone browsers have no viewer, and the site's policy allows no frame; fonts are drawn
 * as paths, because the policy also forbids fonts from data. Nothing in the file can run.
 */
export function PdfPages({ src, name }: Props) {
  const t = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: ['pdf', src],
    queryFn: ({ signal }) => openPdf(src, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={12} />;
  return (
    // Focusable, so that it can be scrolled by keyboard (WCAG 2.2, 2.1.1).
    <section className="pdf-pages" aria-label={name} tabIndex={0}>
      {Array.from({ length: data.numPages }, (_one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- pages don't move
        <Page key={at} pdf={data} number={at + 1} label={t('page', { number: at + 1, count: data.numPages })} />
      ))}
    </section>
  );
}

async function openPdf(src: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const response = await fetch(src, { credentials: 'include', signal });
  if (!response.ok) throw new Error(`${response.status}`);
  const data = await response.arrayBuffer();
  return getDocument({ data, disableFontFace: true, useSystemFonts: false, enableXfa: false }).promise;
}

/** A higher ratio isn't visible and only uses memory. */
const mostPixelRatio = 2;

function Page({ pdf, number, label }: { pdf: PDFDocumentProxy; number: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let task: RenderTask | undefined;
    let isLeft = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const element = canvas.current;
      if (isLeft || !element) return;
      const { width } = page.getViewport({ scale: 1 });
      const ratio = Math.min(window.devicePixelRatio, mostPixelRatio);
      const viewport = page.getViewport({ scale: (element.clientWidth / width) * ratio });
      element.width = viewport.width;
      element.height = viewport.height;
      task = page.render({ canvas: element, viewport });
      await task.promise;
    };
    // Stops drawing a page that was left.
    void draw().catch(() => {});
    return () => {
      isLeft = true;
      task?.cancel();
    };
  }, [pdf, number]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}
