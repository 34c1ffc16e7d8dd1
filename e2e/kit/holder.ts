import type { Language } from '@proofkeep/contract';
import { Client } from './service.ts';
import type { Visitor, Web, widths } from './web.ts';

export interface Holder extends Visitor {
  /** As a cashier sends people back to it: cookies know hosts, not what they resolve to. */
  origin: string;
  press(name: string | RegExp): Promise<void>;
  heading(name: string): Promise<void>;
}

/** Somebody with a new account who is signed in already. */
export async function visitAsHolder(
  web: Web,
  { phone, ...as }: { phone: string; language: Language; width: keyof typeof widths },
): Promise<Holder> {
  const visitor = await web.visit(as);
  const { page, context } = visitor;
  const origin = web.service.url.replace('127.0.0.1', 'localhost');
  const client = new Client(web.service);
  await client.register(phone);
  await context.addCookies([{ name: 'bq-x-token', value: client.token, url: origin }]);
  return {
    ...visitor,
    origin,
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    heading: (name) => page.getByRole('heading', { name, exact: true }).waitFor(),
  };
}
