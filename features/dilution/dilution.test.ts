import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worst } from '#lib/register/checks';
import {
  basicPercent,
  type Diluted,
  dilutedPercent,
  dilutionByClass,
  dilutionChecks,
  notDrawn,
  shownParts,
} from '#lib/register/ownership/dilution';
import { dilutionOfLargest } from './dilution-largest.ts';

const row = (id: number, shares: unknown, isReserved: unknown = false, name: unknown = `HOLDER ${id}`) => ({
  systemShareholderId: id,
  customerShareholderId: `C${id}`,
  displayShareholderId: `C${id}`,
  name,
  isReserved,
  shares,
  sharesFormat: '',
});
const respond = (total: unknown, ...shareholders: unknown[]) =>
  ({
    securites: [{ security: 'Common', totalShares: total, totalSharesFormat: '', shareholders }],
  }) as unknown as Diluted;
const balance = (outstanding: number, reserve: number) =>
  [
    { className: 'Common', totalOutstandingShares: outstanding, totalReserveShares: reserve },
  ] as unknown as Parameters<typeof dilutionChecks>[1];

describe('dilution', () => {
  const [common] = dilutionByClass(
    respond(1000, row(1, 100), row(2, 600), row(9, 300, true, 'RESERVE PLAN')),
    null,
  );
  it('counts holders without reserves and computes both percentages from integers', () => {
    expect([
      common?.holders,
      common?.reserves,
      common?.outstanding,
      common?.reserved,
      common?.diluted,
    ]).toEqual([2, 1, 700n, 300n, 1000n]);
    expect(
      common?.rows.map((one) => [one.name, one.reserved, basicPercent(one), dilutedPercent(one)]),
    ).toEqual([
      ['HOLDER 2', false, '85.714285714285', '60.000000000000'],
      ['RESERVE PLAN', true, null, '30.000000000000'],
      ['HOLDER 1', false, '14.285714285714', '10.000000000000'],
    ]);
  });
  it('matches the balance, or names the side that differs', () => {
    const classes = common ? [common] : [];
    expect(worst(dilutionChecks(classes, balance(700, 300)))).toBe('holds');
    expect(
      dilutionChecks(classes, balance(700, 299))
        .filter((one) => one.result === 'differs')
        .map((one) => one.id),
    ).toEqual(['Common/reserved']);
    expect(worst(dilutionChecks(classes, null))).toBe('cannot be checked');
    const [short] = dilutionByClass(respond(999, row(1, 1000)), null);
    expect(dilutionChecks(short ? [short] : [], null)[0]?.result).toBe('differs');
  });
  it('accepts what another registry may send', () => {
    const [odd] = dilutionByClass(
      respond(null, row(1, '9007199254740993', null, null), row(2, 1, 'true', null), null),
      null,
    );
    expect(odd?.rows.map((one) => [one.name, one.reserved])).toEqual([
      ['Unnamed holder', false],
      ['Unnamed reserve', true],
    ]);
    expect(odd?.diluted).toBe(9007199254740994n);
    expect(dilutionByClass({} as Diluted, null)).toEqual([]);
    expect(dilutionByClass(null as unknown as Diluted, null)).toEqual([]);
  });
});

describe('parts of the chart', () => {
  it('leave the other holders out of the chart where they would flatten it', () => {
    const small = Array.from({ length: 60 }, (_, index) => row(index, 10));
    const [crowd] = dilutionByClass(respond(630, ...small, row(99, 30, true)), null);
    const parts = crowd ? shownParts(crowd, 5) : [];
    expect(notDrawn(parts)?.label).toBe('55 other holders');
    const [few] = dilutionByClass(respond(1070, ...small.slice(0, 7), row(98, 1000)), null);
    expect(few && notDrawn(shownParts(few, 5))).toBeUndefined();
  });
  it('lose no share and never mix holders with reserves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ shares: fc.nat({ max: 1_000_000 }), reserved: fc.boolean() }), {
          maxLength: 40,
        }),
        (given) => {
          const total = given.reduce((whole, one) => whole + one.shares, 0);
          const [one] = dilutionByClass(
            respond(total, ...given.map(({ shares, reserved }, index) => row(index, shares, reserved))),
            null,
          );
          if (!one) throw new Error('no class');
          const parts = shownParts(one, 5);
          const sumOf = (reserved: boolean) =>
            parts
              .filter((part) => part.reserved === reserved)
              .reduce((sum, part) => sum + (part.shares ?? 0n), 0n);
          expect(sumOf(false)).toBe(one.outstanding);
          expect(sumOf(true)).toBe(one.reserved);
          expect(parts.filter((part) => part.reserved).every((part) => part.before === null)).toBe(true);
        },
      ),
    );
  });
});

it('are the same when only the largest were sent, with totals over all', () => {
  const holders = Array.from({ length: 20 }, (_, index) => row(index, 100 - index));
  const plans = [row(50, 30, true, 'PLAN A'), row(51, 20, true, 'PLAN B')];
  const [every] = dilutionByClass(respond(null, ...holders, ...plans), null);
  const held = holders.reduce((sum, one) => sum + BigInt(one.shares as number), 0n);
  const totals = {
    held: { listed: 20, holding: 20, shares: held },
    reserved: { listed: 2, holding: 2, shares: 50n },
  };
  const [few] = dilutionOfLargest(respond(null, ...holders.slice(0, 9), ...plans), [totals], null);
  if (!every || !few) throw new Error('a class is missing');
  // Ids are positions in the input, so they are left out of the comparison.
  const drawn = (one: typeof few) => shownParts(one, 8).map(({ id: _, ...part }) => part);
  expect(drawn(few)).toEqual(drawn(every));
  const { rows: _all, ...sums } = every;
  expect(few).toMatchObject(sums);
  expect(dilutionChecks([few], null)).toEqual(dilutionChecks([every], null));
  expect(few.rows.map(basicPercent)).toContain(basicPercent(every.rows[0]!));
});
