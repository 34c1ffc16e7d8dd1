import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { DropZone } from '../drop-zone.tsx';
import { Progress } from '../progress.tsx';
import { ByHand } from './by-hand.tsx';
import type { Collect } from './collected.tsx';
import { TrustPanel, useAnchors } from './trust-panel.tsx';
import { useVerifications, type Verification } from './use-verifications.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bundle-tab', text);

/** Loaded lazily: they contain the texts of all checks and reasons. */
const loadResults = () => Promise.all([import('./result.tsx'), import('./result-list.tsx')]);
const Result = lazy(async () => ({ default: (await loadResults())[0].Result }));
const ResultList = lazy(async () => ({ default: (await loadResults())[1].ResultList }));
/** Loaded lazily: only visitors who come from a proof page need it. */
const Collected = lazy(async () => ({ default: (await import('./collected.tsx')).Collected }));

/** Verifies bundles and certificates with the library that the command line uses. */
export function BundleTab() {
  const t = useWords();
  const [files, setFiles] = useState<readonly File[]>([]);
  const takeOne = useCallback((file: File) => setFiles([file]), []);
  const anchors = useAnchors();
  const { verifications, cancel } = useVerifications(files, anchors.text);
  const collect = (useLocation().state as { collect?: Collect } | null)?.collect;
  // Preloads the results, so that choosing a file causes no request and works offline. A failure surfaces when they render.
  useEffect(() => void loadResults().catch(() => undefined), []);
  const [file] = files;
  const [verification = { at: 'waiting' } as const] = verifications;
  return (
    <div className="query-columns">
      <div className="query-main">
        <DropZone
          label={t(file ? 'another' : 'choose')}
          accept=".zip,.pdf,application/zip,application/pdf"
          isMultiple
          isCompact={file !== undefined}
          onFiles={setFiles}
        />
        {/* Rendered before it has text: screen readers announce only changes of a status region. */}
        <p className="visually-hidden" role="status">
          {files.length > 0 && verifications.every(({ at }) => at === 'done' || at === 'stopped') && t('done')}
        </p>
        <section aria-label={t('result')}>
          {collect && (
            <Suspense>
              <Collected collect={collect} verification={verification} onFile={takeOne} />
            </Suspense>
          )}
          {file && anchors.text === undefined && <p role="status">{t('waiting')}</p>}
          {files.length > 1 && (
            <Suspense>
              <ResultList files={files} verifications={verifications} onCancel={cancel} />
            </Suspense>
          )}
          {file && files.length === 1 && (
            <>
              <p className="query-file">
                <strong>{file.name}</strong> <span className="secondary numbers">{fileSize(file.size)}</span>
              </p>
              {verification.at === 'checking' ? (
                <Progress
                  doing={t('checking', { name: file.name })}
                  readBytes={verification.readBytes}
                  totalBytes={file.size}
                  onCancel={() => setFiles([])}
                />
              ) : (
                <Suspense>
                  <Result verification={verification} />
                </Suspense>
              )}
            </>
          )}
        </section>
        <ByHand instructions={files.length === 1 ? instructionsOf(verification) : null} />
      </div>
      <TrustPanel anchors={anchors} />
    </div>
  );
}

const instructionsOf = (verification: Verification): string | null =>
  verification.at === 'done' && verification.outcome.kind === 'report' ? verification.outcome.instructions : null;
