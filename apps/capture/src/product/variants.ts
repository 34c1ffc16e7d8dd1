import type { ProductReading } from '@proofkeep/bundle';
import type { VariantsAt } from './adapter.ts';
import { valuesAt } from './json-path.ts';

/** A variant as stated in the data. */
export interface StatedVariant {
  variant: string;
  text: string;
  reading: ProductReading;
}

const scalar = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Reads the variants that data list, in their order. */
export function variantsIn(json: unknown, rule: VariantsAt): StatedVariant[] {
  const names = rule.properties === undefined ? null : propertyNames(json, rule.properties);
  return valuesAt(json, rule.each).flatMap((item) => {
    const parts = rule.name
      .flatMap((path) => valuesAt(item, path))
      .map(scalar)
      .filter(Boolean);
    const variant = names === null ? parts.join(' / ') : spelled(parts[0] ?? '', names);
    const text = scalar(priceOf(json, item, rule));
    const reading = rule.reading ?? (/^\d+(\.\d+)?$/.test(text) ? 'number' : 'amount');
    return variant && text ? [{ variant, text, reading }] : [];
  });
}

function priceOf(json: unknown, item: unknown, { price, prices }: VariantsAt): unknown {
  if (prices === undefined) return valuesAt(item, price)[0];
  const id = scalar(valuesAt(item, 'skuId')[0]);
  for (const table of valuesAt(json, prices))
    if (typeof table === 'object' && table !== null && Object.hasOwn(table, id))
      return valuesAt((table as Record<string, unknown>)[id], price)[0];
  return undefined;
}

function propertyNames(json: unknown, path: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const property of valuesAt(json, path)) {
    const pid = scalar(valuesAt(property, 'pid')[0]);
    for (const value of valuesAt(property, 'values.*'))
      names.set(`${pid}:${scalar(valuesAt(value, 'vid')[0])}`, scalar(valuesAt(value, 'name')[0]));
  }
  return names;
}

const spelled = (path: string, names: ReadonlyMap<string, string>): string =>
  path
    .split(';')
    .map((pair) => names.get(pair) ?? '')
    .filter(Boolean)
    .join(' / ');
