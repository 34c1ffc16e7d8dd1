import { calls, type MatterDraft, type MatterPartyRole, matterProblems } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { useLanguage } from '../../../ui/words/words.ts';

/** A party as entered so far. */
export type EnteredParty = {
  kind: 'person' | 'company';
  role: MatterPartyRole;
  name?: string;
  idNumber?: string;
  representative?: { name?: string; idNumber?: string };
  phone?: string;
  authority?: string | undefined;
};

/** The application as entered so far. */
export type Entered = Omit<MatterDraft, 'parties'> & { parties: EnteredParty[] };

/** A saved draft, whose parties may be incomplete. */
export const enteredOf = (draft: MatterDraft): Entered => ({
  ...draft,
  parties: draft.parties.map((party) => ({ kind: 'person', role: 'applicant', ...party }) as EnteredParty),
});

export interface Application {
  entered: Entered;
  change: (part: Partial<Entered>) => void;
  /** Sentence about a field, once the user has left it or tried to submit. */
  errorOf: (field: string) => string | undefined;
  /** The user has left a field; from then on its error shows. */
  leave: (field: string) => void;
}

const ApplicationContext = createContext<Application | null>(null);
export const ApplicationProvider = ApplicationContext;

export function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application) throw new Error('No application around this field.');
  return application;
}

/** Problems by field, in the service's words. */
export function useProblems(entered: Entered): ReadonlyMap<string, string> {
  const language = useLanguage();
  return useMemo(
    () => new Map(matterProblems(entered, language).map(({ field, message }) => [field, message])),
    [entered, language],
  );
}

const pauseMs = 600;
/** Cleared with the session, like every `draft.` of the site. */
const unsavedKey = (id: string): string => `draft.matter.${id}`;

/** Text entered but not saved before the page was left; null if everything was saved. */
export function unsavedOf(id: string): Entered | null {
  try {
    return JSON.parse(sessionStorage.getItem(unsavedKey(id)) ?? 'null') as Entered | null;
  } catch {
    return null;
  }
}

/** Stores unsaved edits locally, so that a reload loses nothing. */
function keepUnsaved(id: string, entered: Entered | null): void {
  try {
    if (entered) sessionStorage.setItem(unsavedKey(id), JSON.stringify(entered));
    else sessionStorage.removeItem(unsavedKey(id));
  } catch {
    // The storage is full or disabled: a reload loses the latest edits.
  }
}

/** An application that is saved while it is edited. */
export function useDraft(id: string, saved: Entered) {
  const [entered, setEntered] = useState<Entered>(() => unsavedOf(id) ?? saved);
  const latest = useRef(entered);
  const isUnsaved = useRef(latest.current !== saved);
  const saving = useMutation({
    mutationFn: async (content: Entered) => ask(calls.notarization.saveMatterDraft, { id, ...content }),
    scope: { id: `matter-draft-${id}` },
    meta: { isShownInPlace: true },
    onSuccess: (_nothing, content) => {
      if (content !== latest.current) return;
      isUnsaved.current = false;
      keepUnsaved(id, null);
    },
  });
  const { mutate } = saving;
  useEffect(() => {
    if (!isUnsaved.current) return;
    const later = setTimeout(() => mutate(entered), pauseMs);
    return () => clearTimeout(later);
  }, [entered, mutate]);
  const change = (part: Partial<Entered>) => {
    latest.current = { ...latest.current, ...part };
    isUnsaved.current = true;
    keepUnsaved(id, latest.current);
    setEntered(latest.current);
  };
  /** Saves at once. @throws ApiError */
  const save = async () => {
    if (isUnsaved.current) await saving.mutateAsync(latest.current);
  };
  return { entered, change, save, saving };
}
