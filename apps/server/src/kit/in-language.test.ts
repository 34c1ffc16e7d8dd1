import { expect, it } from 'vitest';
import { withText } from './in-language.ts';

it('adds the text in the language to every pair, at any depth', () => {
  const value = { operator: { zh: '存真', en: 'Proofkeep' }, files: [{ name: { zh: '', en: 'Form' }, url: '/a' }] };

  expect(withText(value, 'en')).toEqual({
    operator: { zh: '存真', en: 'Proofkeep', text: 'Proofkeep' },
    files: [{ name: { zh: '', en: 'Form', text: 'Form' }, url: '/a' }],
  });
  expect(withText(value, 'zh')).toMatchObject({ operator: { text: '存真' }, files: [{ name: { text: 'Form' } }] });
});

it.each([null, 1, 'zh', true, { zh: '甲' }, { zh: '甲', en: 'A', more: 1 }, { zh: 1, en: 2 }])(
  'leaves %j as it is',
  (value) => {
    expect(withText(value as Parameters<typeof withText>[0], 'zh')).toEqual(value);
  },
);
