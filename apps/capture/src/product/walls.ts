import { type CaptureReport, message, named, shopName } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import { adaptersOf } from './adapters.ts';

/**
 * Returns the wall that a known shop shows instead of the product: a sign-in page, a slider, another check. It is
 * recognised by the final URL, or by an element of the page.
 */
export async function shopWall(capture: Capture): Promise<CaptureReport['block']> {
  const address = capture.document.get().committed?.url ?? '';
  const adapters = new Set([...adaptersOf(address), ...adaptersOf(capture.url.get().href)]);
  const walls = [...adapters].flatMap(({ platform, walls = [] }) => walls.map((wall) => ({ platform, ...wall })));
  const selectors = walls.map(({ select }) => select ?? '');
  const shown = await capture.page.get().call(z.array(z.boolean()), areShown, [selectors]);
  const wall = walls.find(
    (one, i) => (one.address !== undefined && new RegExp(one.address, 'i').test(address)) || shown[i] === true,
  );
  if (!wall) return null;
  const [zh, en] = shopName(wall.platform);
  return { kind: wall.kind, signs: [message('block.shop-wall', { platform: named({ zh, en }) })] };
}

/* Runs in the page. */

function areShown(selectors: string[]): boolean[] {
  return selectors.map((selector) => selector !== '' && document.querySelector(selector)?.checkVisibility() === true);
}
