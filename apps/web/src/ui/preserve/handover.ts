/** Content pasted or dropped into the combined input, for the form that takes it. Files can't be part of a URL. */
export type Handover = { text: string } | { files: readonly File[] };

let given: Handover | null = null;
let raw: Handover | null = null;

/** Stores content entered on another page for the combined input above the forms. */
export function giveToField(handover: Handover): void {
  raw = handover;
}

/** Takes content entered on another page. */
export function takeForField(): Handover | null {
  const taken = raw;
  raw = null;
  return taken;
}

/** Stores content until a form takes it, or the page is left. */
export function giveToForm(handover: Handover): void {
  given = handover;
}

/** Takes the text; undefined if there is none. */
export function takeText(): string | undefined {
  if (!given || !('text' in given)) return undefined;
  const { text } = given;
  given = null;
  return text;
}

/** Takes the files; empty if there are none. */
export function takeFiles(): readonly File[] {
  if (!given || !('files' in given)) return [];
  const { files } = given;
  given = null;
  return files;
}
