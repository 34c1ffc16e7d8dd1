import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it.each([
  ['zh', { LANG: 'en_US.UTF-8' }, 'zh'],
  ['en', { LC_ALL: 'zh_CN.UTF-8' }, 'en'],
  [undefined, { LC_ALL: 'en_GB', LANG: 'zh_CN.UTF-8' }, 'en'],
  [undefined, { LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN.UTF-8' }, 'zh'],
  [undefined, {}, 'en'],
] as const)('--lang %s with environment %j selects %s', (option, environment, language) => {
  expect(languageOf(option, environment)).toBe(language);
});
