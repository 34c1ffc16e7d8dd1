import { describe, expect, it } from 'vitest';
import { valuesAt } from './json-path.ts';
import { dataInResponse, dataInScript } from './script-data.ts';

const long = `"filler":"${'x'.repeat(40)}"`;

describe('data in scripts', () => {
  it.each<[string, string, string, object]>([
    ['an assignment of JSON', `window.__INITIAL_STATE__ = {"a":1,${long}};f()`, '__INITIAL_STATE__', { a: 1 }],
    ['an object literal', `var g = {a:'it\\'s',b:[1,.5e0].length,${long}}`, '', {}],
    [
      'single quotes and bare names',
      `var g_config={itemId:'12',ok:!0,none:void 0,${long}};`,
      'g_config',
      { itemId: '12', ok: true, none: null },
    ],
    ['a string that is parsed', `self.s=JSON.parse('{"p":"\\u4fdd",${long}}')`, 's', { p: '保' }],
    [
      'an argument of a call',
      `window.runParams={};window.runParams={\n data: {"id":7,${long}}};`,
      'runParams',
      { data: { id: 7 } },
    ],
  ])('are read: %s', (_, script, name, json) => {
    const found = dataInScript(script).find((one) => one.name.endsWith(name) && name !== '');

    if (name === '') expect(dataInScript(script)).toEqual([]);
    else expect(found?.json).toMatchObject(json);
  });

  it('are never executed, and deep nesting ends the attempt', () => {
    expect(dataInScript(`xs=${'['.repeat(5_000)}1`)).toEqual([]);
    expect(dataInScript(`xs={a:fetch('/'),${long}}`)).toEqual([]);
    expect(dataInScript(`xs={"__proto__":{"admin":true},${long}}`)[0]?.json).not.toHaveProperty('admin');
  });
});

describe('data in responses', () => {
  it.each([
    ['JSON', '{"p":1}'],
    ['JSONP', '/**/jQuery123({"p":1});'],
    ['JSON behind a guard', ')]}\',\n{"p":1}'],
  ])('are read: %s', (_, text) => {
    expect(dataInResponse(text)).toEqual({ p: 1 });
  });

  it('are not found in text that is no data', () => {
    expect(dataInResponse('<html>')).toBeUndefined();
  });
});

describe('paths', () => {
  it('select by name, by any name (*), and at any depth (**)', () => {
    const json = { a: [{ b: 1 }, { b: 2 }], c: { d: { b: 3 } } };

    expect(valuesAt(json, 'a.*.b')).toEqual([1, 2]);
    expect(valuesAt(json, '**.b')).toEqual([1, 2, 3]);
    expect(valuesAt(json, 'a.constructor')).toEqual([]);
  });
});
