/**
 * Values that a user typed into masked fields, as they may have been sent. A value that is still being typed replaces
 * its own prefix: as separate secrets, prefixes would match harmless texts.
 */
export class Secrets {
  readonly #settled = new Set<string>();
  #draft = '';
  /** Text typed since the last commit into a field that can't be read. */
  #typed = '';
  #isShrinking = false;

  get all(): ReadonlySet<string> {
    return this.#draft === '' ? this.#settled : new Set([...this.#settled, this.#draft]);
  }

  /** Reads the content of the focused field after an input. */
  read(value: string): void {
    if (value === this.#draft) return;
    const isDeleted = this.#draft.startsWith(value);
    // The page itself may have sent the longest value; intermediate states between single deletions were never
    // complete.
    if (isDeleted ? !this.#isShrinking : !value.startsWith(this.#draft)) this.settle();
    this.#draft = value;
    this.#isShrinking = isDeleted;
  }

  /** Takes what is typed into a field that can't be read, as if at its end. @param text null deletes the last character */
  type(text: string | null): void {
    if (text === '') return;
    this.#typed = text === null ? this.#typed.slice(0, -1) : this.#typed + text;
    this.read(this.#typed);
  }

  /** Keeps the draft as a secret, because the page may have sent it. */
  settle(): void {
    this.#typed = '';
    if (this.#draft !== '') this.#settled.add(this.#draft);
  }
}
