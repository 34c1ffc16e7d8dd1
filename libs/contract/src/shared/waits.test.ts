import { expect, it } from 'vitest';
import { waitIn } from './waits.ts';

it.each([
  [1, '1 秒', '1 second'],
  [59, '59 秒', '59 seconds'],
  [90, '2 分钟', '2 minutes'],
  [700, '12 分钟', '12 minutes'],
  [3_600, '60 分钟', '60 minutes'],
  [7_200, '2 小时', '2 hours'],
  [86_399, '24 小时', '24 hours'],
])('renders %i seconds as %s and %s', (seconds, zh, en) => {
  expect([waitIn(seconds, 'zh'), waitIn(seconds, 'en')]).toEqual([zh, en]);
});
