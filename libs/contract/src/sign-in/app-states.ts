import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, type StateOf, stateTable } from '../state-table.ts';

/** Life cycle of a sign-in by QR code. An authorized one is deleted when the screen fetches its session. */
export const appSignInStateTable = stateTable({
  states: ['waiting', 'scanned', 'authorized', 'refused'],
  initial: ['waiting'],
  rows: [
    { from: 'waiting', event: 'scan', to: 'scanned', who: 'person', because: 'the first person to scan it owns it' },
    { from: 'scanned', event: 'scan', to: 'scanned', who: 'owner', because: 'its owner may scan it again' },
    {
      from: 'scanned',
      event: 'approve',
      to: 'authorized',
      who: 'owner',
      because: 'the number is the one on the screen',
    },
    { from: 'scanned', event: 'mistype', to: 'refused', who: 'owner', because: 'the number must not be guessed' },
    { from: 'scanned', event: 'refuse', to: 'refused', who: 'owner', because: 'its owner did not ask for it' },
  ],
});

/** State of a sign-in by QR code. */
export type AppSignInState = StateOf<typeof appSignInStateTable>;
/** Event that can change the state of a sign-in by QR code. */
export type AppSignInEvent = EventOf<typeof appSignInStateTable>;

/** The state as the screen sees it, with `expired` after `appValidSeconds`. */
export const AppState = z.enum([...appSignInStateTable.states, 'expired']);
export type AppState = z.infer<typeof AppState>;

/** Display words of each state of a sign-in by QR code, as the screen shows them. */
export const appSignInStateWords: Record<AppSignInState, Word> = {
  waiting: ['等待扫描，二维码 2 分钟内有效', 'Waiting for a scan. The code is valid for 2 minutes.'],
  scanned: ['已扫描，请在手机上输入上面的数字', 'Scanned. Enter the number above on your phone.'],
  authorized: ['已确认，正在登录', 'Confirmed. Signing in…'],
  refused: ['登录请求已在手机上被拒绝', 'The sign-in was declined on the phone.'],
};
