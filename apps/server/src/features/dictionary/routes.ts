import type { dictionaryCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import {
  changeDictionary,
  consoleDictionary,
  dict,
  dictionaryHistory,
  dictList,
  restoreDictionary,
} from './service.ts';

export const dictionaryRoutes: Handlers<typeof dictionaryCalls> = {
  dict,
  dictByBody: dict,
  dictList,
  consoleDictionary,
  dictionaryHistory,
  changeDictionary,
  restoreDictionary,
};
