import { permissions as all } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { paths } from '../../ui/address/paths.ts';
import { places, placesFor } from './places.ts';

const found = (text: string, permissions: Parameters<typeof placesFor>[1] = all) =>
  placesFor(text, permissions).map(({ to }) => to);

describe('search places', () => {
  it('are all offered while nothing is typed', () => {
    expect(found('  ')).toEqual(places.map(({ to }) => to));
  });

  it.each([
    ['存证日志', paths.chain],
    ['CHECKPOINT', paths.chain],
    ['verify bundle', paths.query],
    ['密码', paths.settings],
  ])('are found by %s in either language', (text, to) => {
    expect(found(text)).toEqual([to]);
  });

  it('must match every typed word', () => {
    expect(found('verify weather')).toEqual([]);
  });

  it('are offered to a member by permission', () => {
    expect(found('', ['evidence'])).not.toContain(paths.preserve);
    expect(found('', ['evidence'])).toContain(paths.attestations);
    expect(found('', [])).not.toContain(paths.attestations);
    expect(found('', [])).toContain(paths.query);
  });
});
