/**
 * Values of an unsent form, kept in this tab across a reload. They are removed with the session (`clearSession`), so
 * that the next user of the browser doesn't see them.
 */
export interface Draft<Values> {
  read(): Partial<Values>;
  keep(values: { [Name in keyof Values]?: unknown }): void;
}

/**
 * @param empty the fields to keep, each with a value of its type; other fields must be filled in each time and are not
 * kept
 */
export function draftOf<Values extends object>(name: string, empty: Values): Draft<Values> {
  const key = `draft.${name}`;
  const fields = Object.entries(empty);
  const fits = (values: object) =>
    fields.flatMap(([field, example]) => {
      const value = (values as Record<string, unknown>)[field];
      const isAlike = typeof value === typeof example && Array.isArray(value) === Array.isArray(example);
      return isAlike ? [[field, value]] : [];
    });
  return {
    read: () => Object.fromEntries(fits(kept(key))) as Partial<Values>,
    keep(values) {
      try {
        sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(fits(values))));
      } catch {
        // The storage is full or disabled: the form works without a draft.
      }
    },
  };
}

/** An earlier release may have kept something else under this name. */
function kept(key: string): object {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
