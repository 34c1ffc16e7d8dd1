import { FullscreenOutlined } from '@ant-design/icons';
import { calls, ReplayProgress } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { words } from '../../../ui/words/words.ts';
import { useFit } from './fit.ts';
import { type ReplayFault, ReplayFaultNotice } from './replay-fault.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('replay', text);

/** Our script in the frame reports as soon as it runs. Without a message for this long, it didn't load. */
const silentMs = 15_000;
/** Window width if there is no screenshot to read it from (contract: CaptureJob). */
const usualPx = 1440;

/** Well below the 15 minutes after which replay URLs expire (contract: openReplay). */
const renewalMs = 5 * 60_000;

export function Replay({ ano, name }: { ano: string; name: string }) {
  const t = useWords();
  const stage = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [turn, setTurn] = useState(0);
  const { data, refetch } = useQuery({
    ...queryOf(calls.attestations.openReplay, { ano }),
    // A cached URL may have expired.
    gcTime: 0,
    refetchInterval: renewalMs,
  });
  const address = data?.address;
  const fault = useFault(frame, `${turn} ${address}`);
  const fit = useFit(stage, useWidth(ano));
  const loadAgain = () => {
    setTurn(turn + 1);
    // The URL may have expired.
    void refetch();
  };
  return (
    <>
      {fault && <ReplayFaultNotice fault={fault} tabAddress={data?.tabAddress ?? null} onAgain={loadAgain} />}
      {/* The hidden frame keeps loading, so a page that arrives late still appears. */}
      <section
        ref={stage}
        hidden={fault !== undefined}
        className="attestations-replay panel"
        aria-label={t('region', { name })}
        // Focusable, so that it can be scrolled by keyboard (WCAG 2.2, 2.1.1).
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
        <div className="attestations-replay-foot">
          <p className="secondary">{t('hint')}</p>
          {document.fullscreenEnabled && (
            <Button icon={<FullscreenOutlined aria-hidden />} onClick={() => void stage.current?.requestFullscreen()}>
              {t('whole')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Width of the browser window during the capture. */
function useWidth(ano: string): number {
  const { data } = useQuery(queryOf(calls.attestations.pictures, { anos: [ano] }));
  return data?.list[0]?.tiles[0]?.widthPx ?? usualPx;
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
