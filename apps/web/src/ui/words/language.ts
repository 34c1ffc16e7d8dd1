import type { Language } from '@proofkeep/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preference } from '../address/preference.ts';

/** What was chosen, else what the browser asks for. */
export const language = preference<Language>('bq-language', ['zh', 'en'], () =>
  navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en',
);

/** BCP 47, for `lang` and `Accept-Language`. */
export const languageTag = (of: Language = language.get()): string => (of === 'zh' ? 'zh-CN' : 'en-US');

const follow = () => {
  document.documentElement.lang = languageTag();
  void i18next.changeLanguage(language.get());
};

void i18next.use(initReactI18next).init({
  lng: language.get(),
  supportedLngs: ['zh', 'en'],
  fallbackLng: false,
  // The resources are in the program: nothing is waited for.
  initAsync: false,
  resources: {},
  // As the sentences of the contract; React escapes what is shown.
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  react: { useSuspense: false },
});
document.documentElement.lang = languageTag();
language.onChange(follow);
