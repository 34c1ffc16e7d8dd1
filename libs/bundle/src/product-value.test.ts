import { describe, expect, it } from 'vitest';
import { currenciesIn, holdsParts, readableForms, readProductValue, responseText } from './product-value.ts';

const read = (reading: Parameters<typeof readProductValue>[0], ...parts: string[]) =>
  readProductValue(reading, parts, { address: 'https://shop.example/a/1', value: '' });

describe('amounts', () => {
  it.each([
    ['¥1,299.00', '1299'],
    ['1.299,90 €', '1299.9'],
    ['1 299,00 ₽', '1299'],
    ['₹1,29,999', '129999'],
    ['Rp1.299.000', '1299000'],
    ["CHF 1'299.50", '1299.5'],
    ['¥99', '99'],
    ['$0.99', '0.99'],
  ])('are parsed: %s', (text, value) => {
    expect(read('amount', text)).toBe(value);
  });

  it('are parsed only if they contain exactly one number', () => {
    expect(read('amount', '¥99 - ¥199')).toBeNull();
    expect(read('amount', '12.345678')).toBeNull();
    expect(read('amount', 'free')).toBeNull();
  });

  it('join split parts, but treat digits as hundredths without a separator only when stated', () => {
    expect(read('amount', '¥', '1299', '.00')).toBe('1299');
    expect(read('split', 'R$', '1.299', '90')).toBe('1299.9');
    expect(read('split', '1.299', '9')).toBeNull();
  });

  it('parse whole numbers of hundredths', () => {
    expect(read('cents', '5')).toBe('0.05');
    expect(read('cents', '129900')).toBe('1299');
    expect(read('hundred-thousandths', '1299000')).toBe('12.99');
  });
});

describe('currencies', () => {
  it.each([
    ['¥12', ['CNY', 'JPY']],
    ['US$12', ['USD']],
    ['12 EUR', ['EUR']],
    ['12', []],
  ])('are detected in %s', (text, codes) => {
    expect(currenciesIn(text)).toEqual(codes);
  });
});

describe('text of responses', () => {
  it('is decoded by the charset of header or document', () => {
    const gbk = Uint8Array.from([0xb1, 0xa3, 0xce, 0xc2]);

    expect(responseText(gbk, 'text/html; charset=gbk')).toBe('保温');
    expect(responseText(Uint8Array.from([...Buffer.from('<meta charset="gbk">'), ...gbk]), 'text/html')).toContain(
      '保温',
    );
  });

  it('is found despite JSON or HTML escapes, but not inside a longer number', () => {
    const forms = readableForms('{"t":"\\u4fdd\\u6e29","p":12990} &yen;5');

    expect(holdsParts(forms, ['保温', '12990'])).toBe(true);
    expect(holdsParts(forms, ['¥5'])).toBe(true);
    expect(holdsParts(forms, ['1299'])).toBe(false);
  });
});
