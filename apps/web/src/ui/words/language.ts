import type { Language } from '@proofkeep/contract';
import { preference } from '../address/preference.ts';

/** The chosen language, otherwise the browser's. */
export const language = preference<Language>('bq-language', ['zh', 'en'], () =>
  navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en',
);

/** BCP 47 tag for `lang` and `Accept-Language`. */
export const languageTag = (of: Language = language.get()): string => (of === 'zh' ? 'zh-CN' : 'en-US');

const markDocument = () => {
  document.documentElement.lang = languageTag();
};
markDocument();
language.onChange(markDocument);
