import type { dictionaryCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import type { PublicFacts } from './public-facts.ts';
import {
  changeDictionary,
  consoleDictionary,
  dict,
  dictionaryHistory,
  dictList,
  restoreDictionary,
} from './service.ts';

export const dictionaryRoutes = (facts: PublicFacts): Handlers<typeof dictionaryCalls> => ({
  dict: (input, context) => dict(input, context, facts),
  dictByBody: (input, context) => dict(input, context, facts),
  dictList: (input, context) => dictList(input, context, facts),
  consoleDictionary,
  dictionaryHistory,
  changeDictionary,
  restoreDictionary,
});
