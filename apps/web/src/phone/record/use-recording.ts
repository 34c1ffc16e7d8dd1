import type { SegmentHeader } from '@proofkeep/bundle';
import { useEffect, useRef, useState } from 'react';
import { openCamera, release } from './camera.ts';
import type { OwnDevice } from './database.ts';
import { type EndReason, Recording } from './recording.ts';

/** Stores the last segment, then closes the camera. @throws if a segment could not be stored */
const finish = (recording: Recording, stream: MediaStream): Promise<void> =>
  recording.stop().finally(() => release(stream));

/** Records with this phone's camera until the user stops or leaves the page. @param wake sends what was stored */
export function useRecording(device: OwnDevice, wake: () => void) {
  const [running, setRunning] = useState<{ recording: Recording; stream: MediaStream } | null>(null);
  const [fault, setFault] = useState<'noCamera' | EndReason | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [position, setPosition] = useState<SegmentHeader['positions'][number] | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const end = async (recording: Recording, stream: MediaStream) => {
    setBusy(true);
    try {
      await finish(recording, stream);
    } catch {
      setFault('failed');
    } finally {
      setRunning(null);
      setBusy(false);
      wake();
    }
  };
  const start = async () => {
    const { signal } = leaving.current;
    setBusy(true);
    setFault(null);
    let opened: MediaStream | null = null;
    try {
      opened = await openCamera(signal);
      if (!opened) return;
      const stream = opened;
      // Otherwise the browser may delete segments when it needs space.
      void navigator.storage?.persist().catch(() => {});
      const recording: Recording = new Recording(device, stream, {
        onSegment: (found) => {
          if (found) setPosition(found);
          wake();
        },
        onEnd: (reason) => {
          setFault(reason);
          void end(recording, stream);
        },
      });
      signal.addEventListener('abort', () => void finish(recording, stream).catch(() => {}));
      setRunning({ recording, stream });
    } catch {
      if (opened) release(opened);
      setFault('noCamera');
    }
    setBusy(false);
  };
  return {
    recording: running?.recording ?? null,
    stream: running?.stream ?? null,
    fault,
    isBusy,
    position,
    start: () => void start(),
    stop: () => void (running && end(running.recording, running.stream)),
  };
}
