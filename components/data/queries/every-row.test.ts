import { expect, it, vi } from 'vitest';
import { everyRow } from './every-row.ts';

const reading = (pages: readonly (readonly number[])[], totalRecords: number) => {
  const read = vi.fn(async ({ start }: { start: number }) => {
    let first = 0;
    for (const ids of pages) {
      if (first === start) return { totalRecords, ids };
      first += ids.length;
    }
    return { totalRecords, ids: [] };
  });
  return { read, rowsOf: (page: { ids: readonly number[] }) => page.ids, keyOf: (id: number) => id };
};

it('goes on from the rows received, and takes a row that moved once', async () => {
  const request = reading([[1, 2, 3], [3, 4], [5]], 6);
  const { rows, last } = await everyRow(request);
  expect(rows).toEqual([1, 2, 3, 4, 5]);
  expect(last.ids).toEqual([5]);
  expect(request.read.mock.calls.map(([{ start }]) => start)).toEqual([0, 3, 5]);
});

it('ends at an empty page, whatever total was reported', async () => {
  const request = reading([[1]], 9);
  expect((await everyRow(request)).rows).toEqual([1]);
  expect(request.read).toHaveBeenCalledTimes(2);
});
