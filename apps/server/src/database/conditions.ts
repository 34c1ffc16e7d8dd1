/** Of a statement: each value where it stands, and what it has to be like. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #all: string[] = [];

  /** @param where with `$` where the value goes; nothing is asked where there is none */
  add(where: string, value: unknown): this {
    if (value !== undefined) this.also(where.replaceAll('$', `$${this.values.push(value)}`));
    return this;
  }

  /** One that has no value. */
  also(where: string): this {
    this.#all.push(where);
    return this;
  }

  /** All of them; `true` of none. */
  toString(): string {
    return this.#all.join(' and ') || 'true';
  }
}
