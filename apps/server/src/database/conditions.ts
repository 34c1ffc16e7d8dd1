/** Collects the conditions of a `where` clause with their values. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #all: string[] = [];

  /** @param where with `$` in place of the value; undefined adds no condition */
  add(where: string, value: unknown): this {
    if (value !== undefined) this.also(where.replaceAll('$', `$${this.values.push(value)}`));
    return this;
  }

  /** Adds a condition without a value. */
  also(where: string): this {
    this.#all.push(where);
    return this;
  }

  /** @returns the conditions joined by `and`; `true` if there are none */
  toString(): string {
    return this.#all.join(' and ') || 'true';
  }
}
