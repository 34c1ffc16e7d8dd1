import type { Language } from '@proofkeep/contract';
import { Client } from './service.ts';
import type { Visitor, Web, widths } from './web.ts';

export interface Holder extends Visitor {
  /** Origin the cashier redirects to: `localhost`, as cookies belong to host names. */
  origin: string;
  press(name: string | RegExp): Promise<void>;
  heading(name: string): Promise<void>;
}

/** Opens the site as the signed-in holder of a new account. */
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
