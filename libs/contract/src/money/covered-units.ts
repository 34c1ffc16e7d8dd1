/**
 * Counts how many items packages cover: the first ones, as long as enough units are left for each. The rest is ordered.
 * @param units of each item
 */
export function countCovered(units: readonly number[], inPackages: number): number {
  let left = inPackages;
  const at = units.findIndex((one) => {
    left -= one;
    return left < 0;
  });
  return at < 0 ? units.length : at;
}

/** Total units of several attestations. */
export const sumUnits = (units: readonly number[]): number => units.reduce((sum, one) => sum + one, 0);
