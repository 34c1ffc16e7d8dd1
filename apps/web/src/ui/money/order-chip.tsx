import { type OrderState, orderStateWords } from '@proofkeep/contract';
import { Chip, type Look, looks } from '../kit/chip.tsx';

const lookOf: Record<OrderState, Look> = {
  pending: looks.due,
  paid: looks.done,
  closed: looks.ended,
  refunding: looks.running,
  'partly-refunded': looks.returned,
  refunded: looks.returned,
};

export const OrderChip = ({ state }: { state: OrderState }) => (
  <Chip look={lookOf[state]} word={orderStateWords[state]} />
);
