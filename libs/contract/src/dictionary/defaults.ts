import type { DictionaryName, DictionaryValue } from './values.ts';

const noWords = { zh: '', en: '' };

/** Values used until an operator sets others. Separate from the schemas, because public pages need only the values. */
export const dictionaryDefaults: { [Name in DictionaryName]: DictionaryValue<Name> } = {
  basicInfo: { operator: noWords, supportPhone: '', supportMail: '', supportHours: noWords, recordNumber: '' },
  files: [],
  imageList: [],
  price: { notice: noWords },
  NotarizationService: { offices: [] },
  valueAdded: { isVideo: true, needVideo: true },
  ossUrl: { url: '' },
};
