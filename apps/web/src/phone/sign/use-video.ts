import { calls, type PartyMatter, videoRules } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { closeDevices, DeviceError, type DeviceProblem } from '../../ui/kit/devices.ts';
import type { Recording } from './camera.ts';
import {
  type KeptRecording,
  loadRecording,
  type RecordingKey,
  removeRecording,
  saveRecording,
} from './kept-recording.ts';

/** How long each digit is shown: long enough to read it aloud, longer than the server requires. */
const digitMs = 1_700;
/** A statement ends by itself after this time. */
const longestMs = 60_000;

export type VideoPhase = 'ready' | 'preview' | 'recording' | 'file' | 'review';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Records the answer to a challenge with the page's camera, or takes a file from the phone's camera app. */
export function useVideo({ nid, partyId, step, onSent }: RecordingKey & { onSent: (after: PartyMatter) => void }) {
  const key = useMemo(() => ({ nid, partyId, step }), [nid, partyId, step]);
  const [phase, setPhase] = useState<VideoPhase>('ready');
  const [problem, setProblem] = useState<DeviceProblem | null>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [digits, setDigits] = useState('');
  const [statement, setStatement] = useState<string | null>(null);
  const [kept, setKept] = useState<KeptRecording | null>(null);
  const [sentPercent, setSentPercent] = useState(0);
  const challengeId = useRef('');
  const recording = useRef<Recording>(undefined);
  const camera = useRef<MediaStream>(null);
  const close = () => closeDevices(camera.current);
  const longest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => {
      controller.abort();
      clearTimeout(longest.current);
      close();
    };
  }, []);

  const keep = async (recording: KeptRecording) => {
    setKept(recording);
    setPhase('review');
    await saveRecording(key, recording);
  };
  const keepNew = (file: File, isLive: boolean) =>
    keep({ file, challengeId: challengeId.current, isLive, uploadId: null, recordedAt: Date.now() });

  const release = () => {
    close();
    camera.current = null;
    setStream(null);
  };
  const open = async () => {
    setProblem(null);
    const { signal } = leaving.current;
    // Loads with the first recording.
    const { openFaceCamera } = await import('./camera.ts');
    try {
      const opened = await openFaceCamera(signal);
      if (!opened) return;
      camera.current = opened;
      setStream(opened);
      setPhase('preview');
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      setProblem(error.problem);
    }
  };
  /** Begins a challenge and shows its digits; the digits of a statement are part of its sentence. */
  const showDigits = async () => {
    setDigits('');
    const begun = await ask(calls.phoneSigning.beginVideo, { nid, step });
    challengeId.current = begun.challengeId;
    setStatement(begun.statement);
    if (begun.statement !== null) return;
    for (let at = 0; at < videoRules.digits; at++) {
      const { digit } = await ask(calls.phoneSigning.showDigit, { nid, challengeId: begun.challengeId, at });
      setDigits((shown) => shown + digit);
      await wait(digitMs);
    }
  };
  const finish = async () => {
    clearTimeout(longest.current);
    const recorded = await recording.current?.stop();
    recording.current = undefined;
    if (!recorded) return;
    release();
    await keepNew(recorded, true);
  };
  const record = useMutation({
    mutationFn: async () => {
      if (!camera.current) return;
      const { startRecording } = await import('./camera.ts');
      recording.current = await startRecording(camera.current);
      setPhase('recording');
      await showDigits();
      if (step === 'live-video') await finish();
      else longest.current = setTimeout(() => void finish(), longestMs);
    },
    onError: async () => {
      await recording.current?.stop();
      recording.current = undefined;
      setPhase(camera.current ? 'preview' : 'ready');
    },
    meta: { isShownInPlace: true },
  });
  const useFile = useMutation({
    mutationFn: async () => {
      setPhase('file');
      await showDigits();
    },
    onError: () => setPhase('ready'),
    meta: { isShownInPlace: true },
  });
  const send = useMutation({
    mutationFn: async (recording: KeptRecording) => {
      // Loads with the first recording that is sent.
      const { isRefusedForGood, sendRecording } = await import('./send-recording.ts');
      const { signal } = leaving.current;
      const onBegun = (uploadId: string) => {
        setKept({ ...recording, uploadId });
        void saveRecording(key, { ...recording, uploadId });
      };
      const onSent = (bytes: number) => setSentPercent(Math.round((100 * bytes) / recording.file.size));
      try {
        return await sendRecording({ nid, recording, onBegun, onSent, signal });
      } catch (error) {
        if (isRefusedForGood(error)) {
          setKept({ ...recording, uploadId: null });
          await removeRecording(key);
        }
        throw error;
      }
    },
    onSuccess: async (after) => {
      await removeRecording(key);
      onSent(after);
    },
    meta: { isShownInPlace: true },
  });
  const resume = useRef(send.mutate);
  resume.current = send.mutate;
  // A recording from before a reload: if its upload had begun, it resumes by itself.
  useEffect(() => {
    let isLeft = false;
    void loadRecording(key).then((found) => {
      if (!found || isLeft) return;
      setKept(found);
      setPhase('review');
      if (found.uploadId !== null) resume.current(found);
    });
    return () => {
      isLeft = true;
    };
  }, [key]);
  const again = () => {
    clearTimeout(longest.current);
    setKept(null);
    setSentPercent(0);
    void removeRecording(key);
    send.reset();
    record.reset();
    setPhase('ready');
    void (kept?.isLive === false ? Promise.resolve() : open());
  };
  return {
    phase,
    problem,
    stream,
    digits,
    statement,
    file: kept?.file ?? null,
    sentPercent,
    error: send.error ?? record.error ?? useFile.error,
    isBusy: record.isPending || useFile.isPending || send.isPending,
    isSending: send.isPending,
    /** Part of the recording has arrived. */
    isBegun: sentPercent > 0,
    areDigitsShown: statement !== null || digits.length === videoRules.digits,
    open: () => void open(),
    record: () => record.mutate(),
    finish: () => void finish(),
    useFile: () => useFile.mutate(),
    takeFile: (taken: File) => void keepNew(taken, false),
    send: () => kept && send.mutate(kept),
    again,
  };
}
