import { type Language, type Service, serviceWords } from '@proofkeep/contract';
import { decimal } from './formatters.ts';

/** `1,000 页`, `1 page`, `3 pages`: every unit has a regular English plural. */
export function quantityOf(service: Service, quantity: number, language: Language): string {
  const [zh, en] = serviceWords[service].unit;
  const number = decimal(quantity, 0);
  return language === 'zh' ? `${number} ${zh}` : `${number} ${en}${quantity === 1 ? '' : 's'}`;
}
