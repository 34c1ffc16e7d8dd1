/**
 * Values that a user typed into masked fields, as they may have been sent. A value that is still being typed replaces its own
 * beginning: as secrets of their own, the beginnings would occur in harmless texts.
 */
export class Secrets {
  readonly #settled = new Set<string>();
  #draft = '';
  #isShrinking = false;

  get all(): ReadonlySet<string> {
    return this.#draft === '' ? this.#settled : new Set([...this.#settled, this.#draft]);
  }

  /** Takes the content of the focused field after an input. */
  read(value: string): void {
    if (value === this.#draft) return;
    const isDeleted = this.#draft.startsWith(value);
    // The page itself may have sent the longest value; what is left between single deletions was never whole.
    if (isDeleted ? !this.#isShrinking : !value.startsWith(this.#draft)) this.settle();
    this.#draft = value;
    this.#isShrinking = isDeleted;
  }

  /** Keeps the draft as a secret, because the page may have sent it. */
  settle(): void {
    if (this.#draft !== '') this.#settled.add(this.#draft);
  }
}
