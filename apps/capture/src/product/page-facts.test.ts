import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { PageProduct, pageProduct } from './page-facts.ts';

it('reads the other facts of a page with an invalid image address', async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.setContent(
      '<h1>Thermos</h1><img data-src="http://["><img src="http://["><img data-src="https://a.example/1.png">',
    );

    const found = PageProduct.parse(await page.evaluate(pageProduct, { rules: [], gallery: '', detail: '' }));

    expect(found.images.map(({ url }) => url)).toEqual(['https://a.example/1.png']);
    expect(found.blocks.map(({ parts }) => parts)).toContainEqual(['Thermos']);
  } finally {
    await browser.close();
  }
});
