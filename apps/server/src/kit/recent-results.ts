/**
 * Keeps the results of the `most` keys that were requested last. A failure is not kept.
 * @param isKept false for results that need too much memory
 */
export function recentResults<T>(
  most: number,
  isKept: (result: T) => boolean = () => true,
): (key: string, make: () => Promise<T>) => Promise<T> {
  /** Least recently requested first. */
  const results = new Map<string, Promise<T>>();
  return (key, make) => {
    const known = results.get(key);
    const result = known ?? make();
    results.delete(key);
    results.set(key, result);
    const forget = () => results.get(key) === result && results.delete(key);
    if (!known) result.then((made) => isKept(made) || forget(), forget);
    for (const oldest of results.keys()) {
      if (results.size <= most) break;
      results.delete(oldest);
    }
    return result;
  };
}
