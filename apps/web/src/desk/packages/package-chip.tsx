import { packageStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';

export const PackageChip = stateChip(packageStateWords, {
  active: { tone: 'success' },
  'used-up': {},
  expired: {},
  refunded: {},
});
