import type { Language, Order } from '@proofkeep/contract';

/** What an order is for: `网页存证 × 3`, `100 pages`. */
export const orderTitle = ({ lines }: Pick<Order, 'lines'>, language: Language): string =>
  lines.map(({ name, quantity }) => (quantity > 1 ? `${name[language]} × ${quantity}` : name[language])).join(' · ');
