import { expect, it } from 'vitest';
import { slim } from './slim-libraries.ts';

/** Runs a module's code with the given import values and returns the value it declares under a name. */
const valueOf = (code: string, name: string, given: Record<string, unknown>): unknown =>
  new Function(...Object.keys(given), `${code.replaceAll('export ', '')}; return ${name};`)(...Object.values(given));

const call = (record: unknown) => record;

it('reduces a call record to the fields the site needs', () => {
  const code = `export const orderCalls = {
    pay: call({
      method: 'POST', path: '/pay', who: 'user', summary: 'Pays.', input: z.strictObject({ order: call({ who: 'x' }) }),
      reply: z.null(), audit: 'order.paid', limits: [{ per: 'login' }],
    }),
    file: call({ input: z.null(), reply: z.null(), who: 'user', needs: 'billing', method: 'GET', path: '/file', produces: 'application/pdf' }),
  };`;

  const given = { call, z: null };

  expect(valueOf(slim(code), 'orderCalls', given)).toEqual({
    pay: { method: 'POST', path: '/pay' },
    file: { method: 'GET', path: '/file', produces: 'application/pdf' },
  });
});

it('keeps the values of all other declarations', () => {
  const code = `const most = Math.max(1, 2); export const sizes = { most, list: [1].concat([]), at: () => most };
    export function twice(n) { return n * 2; }`;

  expect(valueOf(slim(code), '[sizes.most, sizes.list, sizes.at(), twice(2)]', {})).toEqual([2, [1], 2, 4]);
});

it('marks values computed by calls as pure, so that unused ones are dropped', () => {
  const code = "export const Phone = z.string().regex(/^1/);\nexport const codes = ['a'];";

  expect(slim(code)).toBe(
    "export const Phone = /* @__PURE__ */ (() => (z.string().regex(/^1/)))();\nexport const codes = ['a'];",
  );
});

it('rejects a record with spread fields', () => {
  expect(() => slim("export const calls = { pay: call({ method: 'POST', ...others }) };")).toThrow('name its fields');
});
