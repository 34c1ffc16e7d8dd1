import { calls, type PartyMatter, type VideoStep, videoRules } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { sendFile } from '../../api/send-file.ts';
import type { CameraProblem, Recording } from './camera.ts';

/** How long each digit stands: long enough to read it aloud, longer than the server asks for. */
const digitMs = 1_700;
/** A statement ends by itself after this time. */
const longestMs = 60_000;

export type VideoPhase = 'ready' | 'preview' | 'recording' | 'file' | 'review';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Records the answer to a challenge with the camera of the page, or takes a file of the phone's camera app. */
export function useVideo({
  nid,
  step,
  onSent,
}: {
  nid: string;
  step: VideoStep;
  onSent: (after: PartyMatter) => void;
}) {
  const [phase, setPhase] = useState<VideoPhase>('ready');
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [digits, setDigits] = useState('');
  const [statement, setStatement] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [sentPercent, setSentPercent] = useState(0);
  const challengeId = useRef('');
  const isLive = useRef(true);
  const recording = useRef<Recording>(undefined);
  const camera = useRef<MediaStream>(null);
  const close = () => {
    for (const track of camera.current?.getTracks() ?? []) track.stop();
  };
  useEffect(() => close, []);

  const release = () => {
    close();
    camera.current = null;
    setStream(null);
  };
  const open = async () => {
    setProblem(null);
    // Loads with the first recording.
    const { CameraError, openCamera } = await import('./camera.ts');
    try {
      camera.current = await openCamera();
      setStream(camera.current);
      setPhase('preview');
    } catch (error) {
      if (!(error instanceof CameraError)) throw error;
      setProblem(error.problem);
    }
  };
  /** Begins a challenge and shows its digits; those of a statement stand in its sentence. */
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
    const recorded = await recording.current?.stop();
    recording.current = undefined;
    if (!recorded) return;
    setFile(recorded);
    release();
    setPhase('review');
  };
  const record = useMutation({
    mutationFn: async () => {
      if (!camera.current) return;
      const { startRecording } = await import('./camera.ts');
      isLive.current = true;
      recording.current = await startRecording(camera.current);
      setPhase('recording');
      await showDigits();
      if (step === 'live-video') await finish();
      else setTimeout(() => void finish(), longestMs);
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
      isLive.current = false;
      setPhase('file');
      await showDigits();
    },
    onError: () => setPhase('ready'),
    meta: { isShownInPlace: true },
  });
  const send = useMutation({
    mutationFn: (sent: File) => {
      setSentPercent(0);
      const input = { nid, challengeId: challengeId.current, isLive: isLive.current };
      const onSent = (bytes: number) => setSentPercent(Math.round((100 * bytes) / sent.size));
      return sendFile(calls.phoneSigning.sendVideo, input, sent, { onSent, signal: new AbortController().signal });
    },
    onSuccess: onSent,
    meta: { isShownInPlace: true },
  });
  const again = () => {
    setFile(null);
    send.reset();
    record.reset();
    setPhase('ready');
    void (isLive.current ? open() : Promise.resolve());
  };
  return {
    phase,
    problem,
    stream,
    digits,
    statement,
    file,
    sentPercent,
    error: send.error ?? record.error ?? useFile.error,
    isBusy: record.isPending || useFile.isPending || send.isPending,
    isSending: send.isPending,
    areDigitsShown: statement !== null || digits.length === videoRules.digits,
    open: () => void open(),
    record: () => record.mutate(),
    finish: () => void finish(),
    useFile: () => useFile.mutate(),
    takeFile: (taken: File) => {
      setFile(taken);
      setPhase('review');
    },
    send: () => file && send.mutate(file),
    again,
  };
}
