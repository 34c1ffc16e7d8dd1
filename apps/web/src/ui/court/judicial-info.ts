/**
 * The application that the user put attestations into last, so that the next ones are offered for the same list. It is kept in
 * local storage under this name (specification §3) and goes with the session (`clearSession`).
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
    // The storage is full or turned off: the next attestations are offered for a new list.
  }
}
