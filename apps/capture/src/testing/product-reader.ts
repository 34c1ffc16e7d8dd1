import { type ProductSite, type ReadField, type Score, type StyledPage, scoreOf } from '@proofkeep/fakes';
import { chromium } from 'playwright-core';
import { adaptersOf, generic } from '../product/adapters.ts';
import { chooseFields, questionFor } from '../product/choose.ts';
import { dataOfDocument, dataOfText } from '../product/page-data.ts';
import { PageProduct, pageProduct } from '../product/page-facts.ts';
import type { DataOfPage } from '../product/structured.ts';

/** Reads products of test pages in one browser, without a capture: in a second each. */
export async function openProductReader(site: ProductSite): Promise<{
  read(page: StyledPage): Promise<{ fields: ReadField[]; score: Score; found: PageProduct }>;
  close(): Promise<void>;
}> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      `--host-resolver-rules=MAP * 127.0.0.1:${site.port}`,
      `--ignore-certificate-errors-spki-list=${site.spki}`,
    ],
  });
  return {
    async read(styled) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const data: Promise<DataOfPage[]>[] = [];
      page.on('response', (response) => {
        if (/json|javascript/.test(response.headers()['content-type'] ?? ''))
          data.push(response.text().then((text) => dataOfText(response.url(), text)));
      });
      const address = site.urlOf(styled);
      await page.goto(address, { waitUntil: 'networkidle' });
      const candidates = adaptersOf(address);
      const isThere = await Promise.all(
        candidates.map(async ({ system }) => !system || (await page.$(system)) !== null),
      );
      const adapter = candidates.find((_, i) => isThere[i]) ?? generic;
      const found = PageProduct.parse(await page.evaluate(pageProduct, questionFor(adapter)));
      const all = [...dataOfDocument(found), ...(await Promise.all(data)).flat()];
      const fields = chooseFields({ adapter, page: found, data: all, address });
      await context.close();
      return { fields, found, score: scoreOf(styled, fields, address) };
    },
    close: () => browser.close(),
  };
}
