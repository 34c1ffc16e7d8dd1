/** Collects the conditions of a `where` clause with their values. */
export class Conditions {
  readonly values: unknown[];
  readonly #all: string[] = [];

  /** @param values shared with other conditions of the same statement */
  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** Further conditions, for another part of the same statement. */
  apart(): Conditions {
    return new Conditions(this.values);
  }

  /** @param where with `$` in place of the value; undefined adds no condition */
  add(where: string, value: unknown): this {
    if (value !== undefined) this.also(where.replaceAll('$', () => this.give(value)));
    return this;
  }

  /** @param where with `$` in place of each value, in order */
  addAll(where: string, values: readonly unknown[]): this {
    const left = [...values];
    return this.also(where.replaceAll('$', () => this.give(left.shift())));
  }

  /** @returns the parameter for a value elsewhere in the statement */
  give(value: unknown): string {
    return `$${this.values.push(value)}`;
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
