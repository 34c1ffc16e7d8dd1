import type { MatterEvent, NotaryMatter } from '@proofkeep/contract';
import type { ComponentType } from 'react';

/** Props of every action on a matter. */
export interface ActProps {
  matter: NotaryMatter;
  onChanged: () => Promise<void>;
}

/** Actions by the event of the state table that they cause. */
export type Acts = Partial<Record<MatterEvent, ComponentType<ActProps>>>;
