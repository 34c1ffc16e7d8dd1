import { expect, it } from 'vitest';
import { isPassword, isPhone, isTextCode, Password, Phone, TextCode } from './credentials.ts';

const phones = ['', '13800001234', '12800001234', '1380000123', '138000012345', '13800001234\n', ' 13800001234'];
const codes = ['123456', '12345', '1234567', '12345a', '12345\u0661'];
const passwords = ['a'.repeat(7), 'a'.repeat(8), 'a'.repeat(128), 'a'.repeat(129), '密'.repeat(8)];
const values = [...phones, ...codes, ...passwords, undefined, null, 12_345_678, 13_800_001_234];

it.each([
  { name: 'phone', is: isPhone, schema: Phone },
  { name: 'password', is: isPassword, schema: Password },
  { name: 'code', is: isTextCode, schema: TextCode },
])('a form takes the $name that the service takes, and no other', ({ is, schema }) => {
  const judged = values.map((value) => schema.safeParse(value).success);

  expect(values.map((value) => is(value))).toEqual(judged);
  expect(new Set(judged).size).toBe(2);
});
