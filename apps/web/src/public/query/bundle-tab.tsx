import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { DropZone } from '../drop-zone.tsx';
import { Problem } from '../problem.tsx';
import { Progress } from '../progress.tsx';
import { ByHand } from './by-hand.tsx';
import type { Collect } from './collected.tsx';
import { NoBundle } from './no-bundle.tsx';
import { TrustPanel, useAnchors } from './trust-panel.tsx';
import { useVerification } from './use-verification.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bundle-tab', text);

/** Loaded lazily: it contains the texts of all checks and reasons. */
const loadReportView = () => import('./report-view.tsx');
/** Loaded lazily: only visitors who come from a proof page need it. */
const Collected = lazy(async () => ({ default: (await import('./collected.tsx')).Collected }));
const ReportView = lazy(async () => ({ default: (await loadReportView()).ReportView }));

/** Verifies a bundle with the library that the command line uses. */
export function BundleTab() {
  const t = useWords();
  const [file, setFile] = useState<File | null>(null);
  const anchors = useAnchors();
  const verification = useVerification(file, anchors.text);
  const collect = (useLocation().state as { collect?: Collect } | null)?.collect;
  // Preloads the view, so that choosing a file causes no request. A failure surfaces when the view renders.
  useEffect(() => void loadReportView().catch(() => undefined), []);
  return (
    <div className="query-columns">
      <div className="query-main">
        <DropZone
          label={t(file ? 'another' : 'choose')}
          accept=".zip,application/zip"
          isCompact={file !== null}
          onFile={setFile}
        />
        {/* Rendered before it has text: screen readers announce only changes of a status region. */}
        <p className="visually-hidden" role="status">
          {verification.at === 'done' && t('done')}
        </p>
        <section aria-label={t('result')}>
          {file && (
            <p className="query-file">
              <strong>{file.name}</strong> <span className="secondary numbers">{fileSize(file.size)}</span>
            </p>
          )}
          {collect && (
            <Suspense>
              <Collected collect={collect} verification={verification} onFile={setFile} />
            </Suspense>
          )}
          {file && verification.at === 'idle' && <p role="status">{t('waiting')}</p>}
          {file && verification.at === 'checking' && (
            <Progress
              doing={t('checking', { name: file.name })}
              readBytes={verification.readBytes}
              totalBytes={file.size}
              onCancel={() => setFile(null)}
            />
          )}
          {verification.at === 'stopped' && <Problem problem={verification.problem} />}
          {verification.at === 'done' &&
            (verification.outcome.kind === 'bundle' ? (
              <Suspense>
                <ReportView report={verification.outcome.report} />
              </Suspense>
            ) : (
              <NoBundle kind={verification.outcome.kind} />
            ))}
        </section>
        <ByHand instructions={instructionsOf(verification)} />
      </div>
      <TrustPanel anchors={anchors} />
    </div>
  );
}

const instructionsOf = (verification: ReturnType<typeof useVerification>): string | null =>
  verification.at === 'done' && verification.outcome.kind === 'bundle' ? verification.outcome.instructions : null;
