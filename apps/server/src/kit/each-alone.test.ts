import { expect, it } from 'vitest';
import { eachAlone } from './each-alone.ts';

it('does the work of all other rows if one fails, and reports it', async () => {
  const done: number[] = [];
  const work = async (row: number) => {
    if (row === 2) throw new Error('row 2 is broken');
    done.push(row);
  };

  const error: unknown = await eachAlone([1, 2, 3], work).catch((reason) => reason);

  expect(done).toEqual([1, 3]);
  expect(error).toMatchObject({ errors: [{ message: 'row 2 is broken' }] });
});
