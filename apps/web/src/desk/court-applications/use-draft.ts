import { type CourtApplication, type CourtDraft, calls } from '@proofkeep/contract';
import { useEffect, useRef, useState } from 'react';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';

/** State of saving: whether the edited draft differs from the saved one. */
export type Saving = { at: 'saved' } | { at: 'typing' } | { at: 'saving' } | { at: 'refused'; message: string };

const pauseMs = 700;

const draftIn = ({ court, caseNo, cause, parties, items }: CourtApplication): CourtDraft =>
  ({ court, caseNo, cause, parties, items }) as CourtDraft;

/** The edited draft. Saved after a pause in typing, and before each action (`save`). */
export function useDraft(application: CourtApplication) {
  const { id } = application;
  const [draft, setDraft] = useState(() => draftIn(application));
  const [saving, setSaving] = useState<Saving>({ at: 'saved' });
  const version = useRef(application.version);
  const running = useRef(Promise.resolve(true));

  const save = (): Promise<boolean> => {
    running.current = running.current.then(async () => {
      setSaving({ at: 'saving' });
      try {
        // A party without a name is still being entered.
        const parties = draft.parties.filter(({ name }) => name.trim() !== '');
        const input = { id, version: version.current, ...draft, parties };
        const saved = await ask(calls.courtApplications.saveCourtApplication, input);
        version.current = saved.version;
        setSaving({ at: 'saved' });
        return true;
      } catch (error) {
        const { message, fields } = toApiError(error);
        setSaving({ at: 'refused', message: fields?.[0]?.message || message });
        if (isApiError(error, 'STATE_FORBIDS')) await refresh('courtApplications');
        return false;
      }
    });
    return running.current;
  };
  const change = (part: Partial<CourtDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setSaving({ at: 'typing' });
  };
  const saveLater = useRef(save);
  saveLater.current = save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft restarts the pause
  useEffect(() => {
    if (saving.at !== 'typing') return;
    const pause = setTimeout(() => void saveLater.current(), pauseMs);
    return () => clearTimeout(pause);
  }, [draft, saving.at]);
  /** Saves unsaved edits. @returns whether everything is saved */
  const settle = async (): Promise<boolean> => (saving.at === 'saved' ? true : save());
  return { draft, change, saving, settle };
}
