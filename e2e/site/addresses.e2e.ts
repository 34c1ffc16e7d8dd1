import { addressCalls } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../kit/service.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const inEnglish = siteWords('en');

const inChinese = siteWords('zh');

let web: Web;
beforeAll(async () => {
  web = await openSharedWeb();
}, 240_000);
afterAll(() => web?.close());

async function visitAs(phone: string, o: Parameters<Web['visit']>[0]) {
  const visitor = await web.visit(o);
  const client = new Client(web.service);
  await client.register(phone);
  await visitor.context.addCookies([{ name: 'bq-x-token', value: client.token, url: web.service.url, httpOnly: true }]);
  return { ...visitor, client };
}

const pick = async (page: Page, label: string, name: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(name);
  await page.locator('.ant-select-item-option:visible', { hasText: name }).first().click();
};

describe('the address book', () => {
  it('accepts an address region by region and shows errors beside their fields', async () => {
    const { page, errors, client, close } = await visitAs('13900001401', { language: 'zh', width: 'desk' });
    await page.goto('/accountSetting/addressAdmin');
    await page.getByText(inChinese.text('addresses.none')).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: inChinese.text('address-form.add') }).click();
    await page.getByLabel(inChinese.text('address-form.recipient')).fill('王芳');
    await page.getByLabel(inChinese.text('address-form.phone')).fill('12345');
    await page.getByLabel(inChinese.text('address-form.detail')).fill('科技园一路 1 号');
    await page.getByRole('button', { name: inChinese.text('address-form.save') }).click();
    await page.getByText(inChinese.text('address-form.phoneWrong')).waitFor();
    await page.getByText(inChinese.text('address-form.regionWrong')).waitFor();
    await expectAccessible(page);

    await page.getByLabel(inChinese.text('address-form.phone')).fill('0755-88886666');
    await pick(page, inChinese.text('region-field.province'), '广东省');
    await pick(page, inChinese.text('region-field.city'), '深圳市');
    await pick(page, inChinese.text('region-field.district'), '南山区');
    await page.getByRole('button', { name: inChinese.text('address-form.save') }).click();
    await page.getByText('广东省深圳市南山区 科技园一路 1 号').waitFor();

    expect((await client.ask(addressCalls.addresses, {})).list).toMatchObject([
      { recipient: '王芳', phone: '075588886666', isDefault: true },
    ]);
    expect(errors).toEqual([]);
    await close();
  });

  it('finds a region by name on a phone and restores a deleted address', async () => {
    const { page, errors, client, close } = await visitAs('13900001402', { language: 'en', width: 'phone' });
    const nanshan = { province: '440000', city: '440300', district: '440305' };
    const first = { recipient: 'Ann', phone: '13900000000', ...nanshan, detail: '科技园一路 1 号' };
    await client.ask(addressCalls.addAddress, first);
    await page.goto('/accountSetting/addressAdmin');
    await page.getByRole('button', { name: inEnglish.text('address-form.add') }).click();
    await page.getByLabel(inEnglish.text('address-form.recipient')).fill('Bob');
    await page.getByLabel(inEnglish.text('address-form.phone')).fill('+852 9123 4567');
    await pick(page, inEnglish.text('region-field.search'), '香港');
    await page.getByLabel(inEnglish.text('address-form.detail')).fill('1 Queen’s Road Central');
    await page.getByLabel(inEnglish.text('address-form.isDefault')).check();
    await page.getByRole('button', { name: inEnglish.text('address-form.save') }).click();
    await page.getByText('香港特别行政区 1 Queen’s Road Central').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Delete: Bob/ }).click();
    await page.getByText(inEnglish.text('addresses.deleted', { recipient: 'Bob' })).waitFor();
    await page.getByRole('button', { name: inEnglish.text('addresses.undo') }).click();
    await page.getByRole('button', { name: /^Set as default: Ann/ }).waitFor();

    expect((await client.ask(addressCalls.addresses, {})).list).toMatchObject([
      { recipient: 'Bob', phone: '+85291234567', isDefault: true },
      { recipient: 'Ann', isDefault: false },
    ]);
    expect(errors).toEqual([]);
    await close();
  });
});
