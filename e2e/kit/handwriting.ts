import type { Page } from 'playwright-core';
import type { Web } from './web.ts';

/** Writes a name on the signature pad in three strokes, at the speed of a hand. */
export async function writeName(page: Page, label: string): Promise<void> {
  const pad = page.getByRole('img', { name: label });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no pad.');
  for (let stroke = 0; stroke < 3; stroke++) {
    const left = box.x + 30 + stroke * 100;
    await page.mouse.move(left, box.y + 30);
    await page.mouse.down();
    for (let n = 0; n < 12; n++) {
      await page.mouse.move(left + n * 5, box.y + 30 + (n % 4) * 18);
      await page.waitForTimeout(25);
    }
    await page.mouse.up();
  }
}

/** Text messages to a phone, the newest first. */
async function messagesTo({ service }: Pick<Web, 'service'>, phone: string): Promise<string[]> {
  const { list } = (await (await fetch(`${service.url}/dev/outbox.json`)).json()) as {
    list: { phone: string; body: string }[];
  };
  return list.filter((one) => one.phone === phone).map(({ body }) => body);
}

const codeIn = (body = ''): string => /\b\d{6}\b/.exec(body.replace(/GZ\w+/, ''))?.[0] ?? 'none was sent';

/** Returns the code from the newest text message about signing, which also contains the matter number, but no link. */
export const signingCode = async (web: Pick<Web, 'service'>, phone: string): Promise<string> =>
  codeIn((await messagesTo(web, phone)).find((body) => /GZ\w+/.test(body) && !body.includes('/h5sign/')));

/** Returns the newest code for signing in to a matter. */
export const partyCode = async (web: Pick<Web, 'service'>, phone: string): Promise<string> =>
  codeIn((await messagesTo(web, phone)).find((body) => !/GZ\w+/.test(body)));

/** Returns the path of the link in the newest message with one. */
export const linkPath = async (web: Pick<Web, 'service'>, phone: string): Promise<string> =>
  /\/h5sign\/login\/\w+/.exec((await messagesTo(web, phone)).join('\n'))?.[0] ?? 'none was sent';
