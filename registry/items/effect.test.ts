import { expect, test } from 'vitest';
import type { ItemContent } from '#lib/contract/agent/content';
import { balancesIn } from './effect.ts';

const held = (holderId: bigint) => ({ holderId });
const lines = (count: number) =>
  Array.from({ length: count }, () => ({ systemShareholderId: 7 })) as ItemContent['lines'];

test('a line of the item is no balance, even where it is the last certificate of the same holder', () => {
  const canceled = [held(7n)];
  const issued = [held(7n), held(7n)];
  const of = (kind: ItemContent['kind'], count: number) =>
    balancesIn(canceled, issued, { kind, lines: lines(count) }).map((one) => issued.indexOf(one));
  expect(of('Transfer', 2)).toEqual([]);
  expect(of('Transfer', 1)).toEqual([1]);
  expect(of('Retirement', 0)).toEqual([0, 1]);
  expect(of('Correction', 0)).toEqual([]);
  expect(of('Correction', 1)).toEqual([1]);
  expect(balancesIn([], issued, { kind: 'Issuance', lines: [] })).toEqual([]);
});
