import { expect, test } from 'vitest';
import type { ItemContent } from '#lib/contract/agent/content';
import { balancesIn, stopEffects } from './effect.ts';

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

test('a stop that is carried names the certificate that has it, and none that is not numbered yet', () => {
  const old = { id: 11n, isStored: true, prefix: 'CS', number: 2971n };
  const made = { id: 12n, isStored: false, prefix: 'CS', number: 2973n };
  const stop = { kind: 'Adverse claim', placedOn: '2026-11-25' };
  const released = { ...stop, id: 5n, isStored: true, releasedOn: '2026-11-25' };
  const carried = { ...stop, id: 6n, isStored: false, releasedOn: null };
  const book = {
    stops: new Map([
      [11n, [released]],
      [12n, [carried]],
    ]),
    certificates: new Map([
      [11n, old],
      [12n, made],
    ]),
    releasedNow: new Set([released]),
  };
  expect(stopEffects(book as never, [old, made] as never)).toEqual([
    { ...stop, stopId: 5n, prefixAndCertificateNumber: 'CS-2971', isReleased: true },
    { ...stop, stopId: 6n, prefixAndCertificateNumber: '', isReleased: false },
  ]);
});
