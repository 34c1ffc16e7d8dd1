import type { Language } from '@proofkeep/contract';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * Adds `text` in the reader's language to every pair `{ zh, en }` within a value; falls back to the other language if
 * one is empty.
 */
export function withText(value: Json, language: Language): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withText(one, language));
  const { zh, en } = value;
  if (typeof zh === 'string' && typeof en === 'string' && Object.keys(value).length === 2)
    return { zh, en, text: language === 'zh' ? zh || en : en || zh };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withText(one, language)]));
}
