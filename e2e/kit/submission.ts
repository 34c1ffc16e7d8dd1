import { attestationStateWords, type Language } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { siteWords } from './words.ts';

const sealMs = 60_000;

/** Waits on the page of a submission until its only attestation is sealed, and opens it. */
export async function openSealed(page: Page, language: Language): Promise<void> {
  const { text, word } = siteWords(language);
  await page.waitForURL(/\/attestation\/batch\//);
  const row = page.getByRole('list', { name: text('batch.rows') }).getByRole('listitem');
  const sealed = row.getByText(word(attestationStateWords.succeeded), { exact: true });
  await sealed.first().waitFor({ timeout: sealMs });
  await row.getByRole('link').click();
  await page.waitForURL(/\/attestation\/PK/);
}
