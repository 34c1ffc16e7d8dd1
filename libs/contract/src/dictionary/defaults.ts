import type { DictionaryName, DictionaryValue } from './values.ts';

const noWords = { zh: '', en: '' };

/** Values that hold until an operator sets others. Apart from the schemas: public pages need the values alone. */
export const dictionaryDefaults: { [Name in DictionaryName]: DictionaryValue<Name> } = {
  basicInfo: { operator: noWords, supportPhone: '', supportMail: '', supportHours: noWords, recordNumber: '' },
  files: [],
  imageList: [],
  price: { notice: noWords },
  NotarizationService: { offices: [] },
  valueAdded: { isVideo: false, needVideo: true },
  ossUrl: { url: '' },
};
