import { type MatterDocumentKind, matterDocumentWords } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../../ui/words/words.ts';

export const useDocumentName = (): ((kind: MatterDocumentKind) => string) => {
  const language = useLanguage();
  return (kind) => wordIn(matterDocumentWords[kind], language);
};
