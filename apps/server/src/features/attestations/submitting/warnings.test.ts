import { attestationCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { findBalance } from '../../money/service.ts';

const service = useService();
const { ask, given } = service;
const pageCents = 1000;

/** A preview with this warning, whose price is held from the balance. */
async function preview(warning: string | null, o: object = {}): Promise<{ holder: Login; ano: string }> {
  const holder = await given.login({ isWelcomed: false });
  await given.credit(holder, pageCents);
  const input = { urls: ['https://example.com/item'], ...o };
  const ano = (await ask(calls.preserveUrls, input, { as: holder.token })).data.list[0]?.ano ?? '';
  await service.database.pool.query(`update attestation set state = 'preview', warning = $2 where ano = $1`, [
    ano,
    warning,
  ]);
  return { holder, ano };
}
const stateOf = async ({ token }: Login, ano: string) =>
  (await ask(calls.urlList, { anos: [ano] }, { as: token })).data.list[0]?.state;

describe('a preview that may show the wrong page', () => {
  it.each(['login-wall', 'challenge', 'http-error', 'overlay', 'empty'])(
    'can’t be confirmed by accident: %s',
    async (w) => {
      const { holder, ano } = await preview(w);

      const { data } = await ask(calls.confirm, { anos: [ano] }, { as: holder.token });

      expect(data).toMatchObject({ changed: [], refused: [{ ano, message: { name: 'attestation.warned' } }] });
      expect(await stateOf(holder, ano)).toBe('preview');
    },
  );

  it('is confirmed only if the holder names it, and no other with it', async () => {
    const { holder, ano } = await preview('login-wall');
    await given.credit(holder, pageCents);
    const other = (await ask(calls.preserveUrls, { urls: ['https://example.com/2'] }, { as: holder.token })).data
      .list[0];
    await service.database.pool.query(`update attestation set state = 'preview', warning = 'empty' where ano = $1`, [
      other?.ano,
    ]);

    const input = { anos: [ano, other?.ano ?? ''], despiteWarnings: [ano] };
    const { data } = await ask(calls.confirm, input, { as: holder.token });

    expect(data).toMatchObject({ changed: [ano], refused: [{ ano: other?.ano }] });
  });

  it('is captured again with the same options, at no additional cost', async () => {
    const { holder, ano } = await preview('overlay', { labels: ['合同'], remark: '急', dismissConsent: true });

    const { data } = await ask(calls.captureAgain, { ano }, { as: holder.token });

    expect(data).toMatchObject({ state: 'queuing', labels: ['合同'], remark: '急', url: 'https://example.com/item' });
    expect(data.ano).not.toBe(ano);
    expect(await stateOf(holder, ano)).toBe('cancelled');
    expect(await findBalance(service.database.pool, holder.accountId)).toEqual({
      balanceCents: 0,
      heldCents: pageCents,
    });
    const { rows } = await service.database.pool.query('select job from attestation where ano = $1', [data.ano]);
    expect(rows).toMatchObject([{ job: { dismissConsent: true } }]);
  });

  it('can’t be captured again by another account, nor once it is decided', async () => {
    const { holder, ano } = await preview('overlay');
    const stranger = await given.login();

    expect((await ask(calls.captureAgain, { ano }, { as: stranger.token })).refused).toBe('NOT_FOUND');
    await ask(calls.confirm, { anos: [ano], despiteWarnings: [ano] }, { as: holder.token });
    expect((await ask(calls.captureAgain, { ano }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
  });
});

it('without a warning is confirmed at once', async () => {
  const { holder, ano } = await preview(null);

  expect((await ask(calls.confirm, { anos: [ano] }, { as: holder.token })).data.changed).toEqual([ano]);
});
