import { expect, it } from 'vitest';
import type { z } from 'zod';
import { ContactPhone, isContactPhone } from './addresses/contact-phone.ts';
import { Password, Phone, TextCode } from './identity/credentials.ts';
import { isPassword, isPhone, isTextCode } from './identity/typed-credentials.ts';
import { BankAccount, isBankAccount } from './invoices/headers.ts';
import { isTaxNumber, TaxNumber } from './invoices/tax-numbers.ts';
import { isLoginName, LoginName } from './members/login-name.ts';
import { isUserName, UserName } from './staff/user-name.ts';

const phones = ['', '13800001234', '12800001234', '1380000123', '138000012345', '13800001234\n', ' 13800001234'];
const typedPhones = [
  '138 0000 1234',
  '138-0000-1234',
  '+86 138 0000 1234',
  '008613800001234',
  '8613800001234',
  '１３８００００１２３４',
  '\u202d138\u2010 0000\u20101234\u202c',
  '(+86) 138.0000.1234',
];
const contacts = [
  '010-1234 5678',
  '+852 2123 4567',
  '+852 1123 4567',
  '+886-2-1234-5678',
  `138${' '.repeat(40)}00001234`,
];
const codes = ['123456', '12345', '1234567', '12345a', '12345\u0661'];
const passwords = ['a'.repeat(7), 'a'.repeat(8), 'a'.repeat(128), 'a'.repeat(129), '密'.repeat(8)];
const names = ['abc', 'ABC', ' abc ', 'a.b-c_1', '1abc', 'ab', 'a'.repeat(40), 'a'.repeat(41)];
const accounts = ['6222 0000-0000 1234', '1234567', '1'.repeat(30), '1'.repeat(31), `${' '.repeat(60)}12345678`];
const taxNumbers = [
  '91350100m000100y43',
  '91350100M000100Y43',
  '91350100M000100Y44',
  '110105 491211 12A',
  ' '.repeat(41),
];
const texts = [...phones, ...typedPhones, ...contacts, ...codes, ...passwords, ...names, ...accounts, ...taxNumbers];

const checks: { name: string; isGood: (text: string) => boolean; schema: z.ZodType }[] = [
  { name: 'mobile number', isGood: isPhone, schema: Phone },
  { name: 'contact phone', isGood: isContactPhone, schema: ContactPhone },
  { name: 'password', isGood: isPassword, schema: Password },
  { name: 'code', isGood: isTextCode, schema: TextCode },
  { name: 'bank account', isGood: isBankAccount, schema: BankAccount },
  { name: 'taxpayer number', isGood: isTaxNumber, schema: TaxNumber },
  { name: 'login name', isGood: isLoginName, schema: LoginName },
  { name: 'user name', isGood: isUserName, schema: UserName },
];

it.each(checks)('a form accepts exactly the $name values that the service accepts', ({ isGood, schema }) => {
  const taken = texts.filter((text) => schema.safeParse(text).success);

  expect(texts.filter(isGood)).toEqual(taken);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length).toBeLessThan(texts.length);
});

it.each(typedPhones)('a mobile number typed as “%s” is stored as eleven digits', (typed) => {
  expect(Phone.parse(typed)).toBe('13800001234');
  expect(ContactPhone.parse(typed.replace(/^86/, '+86'))).toBe('13800001234');
});

it.each([
  ['+86 755-8888 6666', '075588886666'],
  ['+86 10 1234 5678', '01012345678'],
  ['０７５５－８８８８６６６６', '075588886666'],
  ['+852 2123 4567', '+85221234567'],
])('a contact phone typed as “%s” is stored as %s', (typed, stored) => {
  expect(ContactPhone.parse(typed)).toBe(stored);
});

it.each(['+85 138 0000 1234', '+1 138 0000 1234', '86 138 0000 123', '138 0000 12345'])(
  '“%s” is not a mobile number',
  (typed) => {
    expect(isPhone(typed)).toBe(false);
  },
);
