import { type ReactNode, useEffect, useRef, useState } from 'react';
import { closeDevices, DeviceError } from '../kit/devices.ts';
import { Alert } from '../plain/alert.tsx';
import { Button } from '../plain/button.tsx';
import { words } from '../words/words.ts';
import { checkedDevices, type DeviceChoice, type MediaProblem, openChosen, rememberDevices } from './media.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('room-media', text);

/** Open camera and microphone, and a function that opens others instead. */
export interface OpenMedia {
  stream: MediaStream;
  used: DeviceChoice;
  change: (choice: DeviceChoice) => void;
}

interface Found {
  stream: MediaStream;
  used: DeviceChoice;
  isFallback: boolean;
}

/**
 * Opens the devices that passed the check, or any others if those fail, while its children are shown. If no device can
 * be used, shows the reason.
 */
export function WithMedia({ children }: { children: (media: OpenMedia) => ReactNode }) {
  const t = useWords();
  /** Each new object opens the devices again. */
  const [choice, setChoice] = useState<DeviceChoice>(() => checkedDevices() ?? {});
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<MediaProblem | null>(null);
  const inUse = useRef<MediaStream | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    setProblem(null);
    openChosen(choice, leaving.signal, inUse.current).then(
      (opened) => {
        if (!opened) return;
        // The devices in use so far may have ended while these were opened.
        setProblem(null);
        setFound({ ...opened, used: rememberDevices(opened.stream) });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setProblem(error instanceof DeviceError ? error.problem : 'busy');
      },
    );
    return () => leaving.abort();
  }, [choice]);
  useEffect(() => {
    inUse.current = found?.stream ?? null;
    const tracks = found?.stream.getTracks() ?? [];
    const lose = () => setProblem('lost');
    // Unplugged, or taken away in the browser's settings.
    for (const track of tracks) track.addEventListener('ended', lose);
    return () => {
      for (const track of tracks) track.removeEventListener('ended', lose);
      closeDevices(found?.stream ?? null);
    };
  }, [found]);
  return (
    <>
      {problem && (
        <Alert
          kind="error"
          title={t(problem)}
          action={<Button onClick={() => setChoice({ ...choice })}>{t('retry')}</Button>}
        />
      )}
      {found?.isFallback && !problem && <Alert kind="info" title={t('fallback')} />}
      {found
        ? children({ stream: found.stream, used: found.used, change: setChoice })
        : !problem && <p role="status">{t('opening')}</p>}
    </>
  );
}
