import { expect, test } from 'vitest';
import { agedValues, isReported, worth } from './issuer-report.ts';

const day = '2026-11-30';
const aged = '2026-10-30';
type Given = { isDollar?: boolean; outstanding: bigint; price?: string; shares?: bigint; since?: string };

/** Classes with their outstanding shares, their price and one difference each. */
function decided(classes: readonly Given[]) {
  const boxes = classes.map(({ isDollar = false, outstanding, price, shares, since = aged }, index) => ({
    ofClass: { id: BigInt(index), isDollar },
    control: { issued: outstanding + 5n, treasury: 5n },
    differences: shares === undefined ? [] : [{ shares, price: price ?? null, existed_since: since }],
  }));
  const prices = new Map(
    classes.flatMap(({ price }, index) => (price === undefined ? [] : [[BigInt(index), price] as const])),
  );
  const { equity, debt } = agedValues(boxes as never, prices, day);
  return { equity: isReported(equity), debt: isReported(debt) };
}

test.each([
  ['at the limit of 4 million', [{ outstanding: 4_000_000n, price: '1', shares: 50_000n }], false, false],
  ['one cent above', [{ outstanding: 400_000_000n, price: '0.01', shares: -5_000_001n }], true, false],
  ['exactly 50 million', [{ outstanding: 50_000_000n, price: '1', shares: 260_000n }], true, false],
  [
    'equity and debt have their own limits',
    [
      { outstanding: 4_000_000n, price: '1', shares: 60_000n },
      { isDollar: true, outstanding: 9_000_000n, price: '1', shares: 90_000n },
    ],
    true,
    false,
  ],
  [
    'two classes together',
    [
      { outstanding: 2_000_000n, price: '1', shares: 30_000n },
      { outstanding: 2_000_000n, price: '1', shares: -30_000n },
    ],
    true,
    false,
  ],
  [
    'thirty days',
    [{ outstanding: 4_000_000n, price: '1', shares: 60_000n, since: '2026-10-31' }],
    false,
    false,
  ],
  ['no price', [{ outstanding: 4_000_000n, shares: 1n }], null, false],
  ['no price, not aged', [{ outstanding: 4_000_000n, shares: 1n, since: '2026-11-29' }], false, false],
] satisfies [string, Given[], boolean | null, boolean][])('%s', (_, classes, equity, debt) => {
  expect(decided(classes)).toEqual({ equity, debt });
});

test('a value is exact to the cent, rounded half up', () => {
  expect([worth(3n, '0.005'), worth(-1n, '12.50'), worth(9_007_199_254_740_993n, '0.01')]).toEqual([
    ...[2n, 1250n, 9_007_199_254_740_993n],
  ]);
});
