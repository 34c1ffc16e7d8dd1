import { type Language, type PartyPage, partyPagePath } from '@proofkeep/contract';
import { expect } from 'vitest';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { linkPath, partyCode, signingCode, writeName } from './handwriting.ts';
import type { Visitor, Web } from './web.ts';
import { siteWords } from './words.ts';

/** A party of a matter. */
export interface Party {
  name: string;
  idNumber: string;
  phone: string;
}

/** A party's actions on the phone, performed on its pages. Each step ends on the next page. */
export function partyPhone(web: Web, { page }: Visitor, o: { nid: string; language: Language; party: Party }) {
  const { nid, party } = o;
  const { text, like } = siteWords(o.language);
  const at = (name: PartyPage) => page.waitForURL(`**${partyPagePath(name, nid)}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

  async function signIn(): Promise<void> {
    await expect.poll(() => linkPath(web, party.phone), { timeout: 20_000 }).toBe(partyPagePath('login', nid));
    await page.goto(await linkPath(web, party.phone));
    await page.getByLabel(text('phone-field.phone')).fill(party.phone);
    await button(text('code-field.send')).click();
    await expect.poll(() => partyCode(web, party.phone), { timeout: 20_000 }).toMatch(/^\d{6}$/);
    await page.getByLabel(text('code-field.code')).fill(await partyCode(web, party.phone));
    await button(text('sign-login.enter')).click();
    await at('enter');
  }

  async function consent(): Promise<void> {
    await page.getByLabel(text('sign-enter.agreeTo')).check();
    await button(text('sign-enter.start')).click();
    await at('identity-one');
  }

  async function showCard(): Promise<void> {
    const card = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photograph() };
    for (const [side, next] of [
      ['identity-one', 'identity-two'],
      ['identity-two', 'identity-three'],
    ] as const) {
      await page.getByRole('heading', { name: text(`sign-titles.${side}`) }).waitFor();
      await page.getByLabel(text('card-picture.file')).setInputFiles(card);
      await button(text('card-picture.use')).click();
      await at(next);
    }
    await page.getByLabel(text('sign-check.idNumber')).fill(party.idNumber);
    await page.getByLabel(text('sign-check.from')).fill('2020-05-01');
    await page.getByLabel(text('sign-check.endless')).check();
    await button(text('sign-check.confirm')).click();
    await at('identity-four');
  }

  async function recordPortrait(): Promise<void> {
    await button(text('sign-video.open')).click();
    await button(text('sign-video.record')).click();
    await button(text('sign-video.send')).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/h5sign/identity-four/'));
  }

  async function answerQuestions(): Promise<void> {
    await button(text('sign-questions.understood')).click();
    const [, count = '0'] =
      /(\d+)$/.exec((await page.getByText(like('sign-questions.questionOf')).textContent()) ?? '') ?? [];
    for (let question = 1; question <= Number(count); question++) {
      await page.getByText(text('sign-questions.questionOf', { at: question, of: count })).waitFor();
      await page.getByRole('textbox').fill('是。');
      await button(text(question < Number(count) ? 'sign-questions.next' : 'sign-questions.finish')).click();
    }
    await at('objective-video');
  }

  async function recordStatement(): Promise<void> {
    await button(text('sign-video.open')).click();
    await button(text('sign-video.record')).click();
    await page.locator('.phone-statement').getByText(party.name).waitFor();
    // Recordings shorter than the reading time are refused.
    await page.waitForTimeout(3_000);
    await button(text('sign-video.finish')).click();
    await button(text('sign-video.send')).click();
    await at('objective-result');
    await button(text('sign-results.toReview')).click();
    await at('verify');
  }

  async function readDocuments(): Promise<void> {
    await at('verify-result');
    await button(text('sign-results.toSign')).click();
    await at('sign');
    const unread = button(new RegExp(text('sign-documents.unread')));
    await unread.first().waitFor();
    for (let left = await unread.count(); left > 0; left--) {
      await unread.first().click();
      await page.locator('.phone-end').scrollIntoViewIfNeeded();
      await button(text('sign-documents.haveRead')).click();
      await expect.poll(() => unread.count()).toBe(left - 1);
    }
  }

  async function sign(): Promise<void> {
    await writeName(page, text('sign-signature.pad'));
    await button(text('sign-signature.next')).click();
    await button(text('sign-signature.send')).click();
    await expect.poll(() => signingCode(web, party.phone), { timeout: 20_000 }).toMatch(/^\d{6}$/);
    await page.getByLabel(text('sign-signature.code')).fill(await signingCode(web, party.phone));
    await button(like('sign-signature.sign')).click();
    await at('sign-result');
    await page.getByText(text('sign-results.signed'), { exact: true }).waitFor();
  }

  return { at, signIn, consent, showCard, recordPortrait, answerQuestions, recordStatement, readDocuments, sign };
}
