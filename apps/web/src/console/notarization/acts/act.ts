import type { MatterEvent, NotaryMatter } from '@proofkeep/contract';
import type { ComponentType } from 'react';

/** What every act on a matter gets. */
export interface ActProps {
  matter: NotaryMatter;
  onChanged: () => Promise<void>;
}

/** Acts by the event of the state table that they cause. */
export type Acts = Partial<Record<MatterEvent, ComponentType<ActProps>>>;
