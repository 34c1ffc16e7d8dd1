/**
 * The application to which the user last added attestations, so that the next ones are added to the same list by
 * default. It is kept in local storage under this name (specification §3) and is removed with the session
 * (`clearSession`).
 */
export interface JudicialInfo {
  id: string;
  userId: string;
  ano: readonly string[];
}

const key = 'judicialInfo';

/** @returns null if there is none, or another user's */
export function readJudicialInfo(userId: string): JudicialInfo | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<JudicialInfo> | null;
    return kept?.userId === userId && typeof kept.id === 'string' ? (kept as JudicialInfo) : null;
  } catch {
    return null;
  }
}

export function keepJudicialInfo(info: JudicialInfo): void {
  try {
    localStorage.setItem(key, JSON.stringify(info));
  } catch {
    // The storage is full or disabled: the next attestations are offered for a new list.
  }
}
