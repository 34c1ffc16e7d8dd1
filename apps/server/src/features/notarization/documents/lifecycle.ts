import { type EventOf, type MatterDocumentState, matterDocumentStateTable, type WhoOf } from '@proofkeep/contract';
import type { Lifecycle } from '../../../kit/transition.ts';

type DocumentEvent = EventOf<typeof matterDocumentStateTable>;
type DocumentWho = WhoOf<typeof matterDocumentStateTable>;

/** The matter's journal is the history of its documents. */
export const matterDocumentLifecycle: Lifecycle<MatterDocumentState, DocumentEvent, DocumentWho, null> = {
  table: matterDocumentStateTable,
  relation: 'matter_document',
  key: 'id',
  async record() {},
};
