import './replay.css';
import { ReplayProgress } from '@proofkeep/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { words } from '../words/words.ts';
import { useFit } from './fit.ts';
import { type ReplayFault, ReplayFaultNotice } from './replay-fault.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('replay', text);

/** Our script in the frame reports as soon as it runs. Without a message for this long, it didn't load. */
const silentMs = 15_000;

interface Props {
  name: string;
  /** Width of the browser window during the capture. */
  widthPx: number;
  /** Undefined while loading. */
  urls: { address: string; tabAddress: string | null } | undefined;
  /** Requests the URLs again, since they may have expired. */
  renew: () => unknown;
}

/** A captured page in a frame, and what to do if it doesn't appear. */
export function ReplayStage({ name, widthPx, urls, renew }: Props) {
  const t = useWords();
  const stage = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [turn, setTurn] = useState(0);
  const address = urls?.address;
  const fault = useFault(frame, `${turn} ${address}`);
  const fit = useFit(stage, widthPx);
  const loadAgain = () => {
    setTurn(turn + 1);
    void renew();
  };
  return (
    <>
      {fault && <ReplayFaultNotice fault={fault} tabAddress={urls?.tabAddress ?? null} onAgain={loadAgain} />}
      {/* The hidden frame keeps loading, so a page that arrives late still appears. */}
      <section
        ref={stage}
        hidden={fault !== undefined}
        className="replay panel"
        aria-label={t('region', { name })}
        // Focusable, so that it can be scrolled by keyboard (WCAG 2.2, 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <div style={fit.room}>
          {address && (
            <iframe
              key={`${turn} ${address}`}
              ref={frame}
              style={fit.frame}
              title={t('title', { name })}
              src={address}
            />
          )}
        </div>
      </section>
      {!fault && (
        <div className="replay-foot">
          <p className="secondary">{t('hint')}</p>
          {document.fullscreenEnabled && (
            <button type="button" className="button" onClick={() => void stage.current?.requestFullscreen()}>
              {t('whole')}
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** Reason the frame shows no replay, from its messages or its silence; undefined while loading and once shown. */
function useFault(frame: RefObject<HTMLIFrameElement | null>, load: string): ReplayFault | undefined {
  const [found, setFound] = useState<{ load: string; fault: ReplayFault }>();
  useEffect(() => {
    const silent = setTimeout(() => setFound({ load, fault: 'failed' }), silentMs);
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      const heard = source === frame.current?.contentWindow ? ReplayProgress.safeParse(data) : undefined;
      if (!heard?.success) return;
      clearTimeout(silent);
      const { replay } = heard.data;
      setFound(replay === 'failed' || replay === 'blocked' ? { load, fault: replay } : undefined);
    };
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(silent);
      window.removeEventListener('message', hear);
    };
  }, [frame, load]);
  return found?.load === load ? found.fault : undefined;
}
