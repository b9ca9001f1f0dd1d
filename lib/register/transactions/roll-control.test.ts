import { expect, it } from 'vitest';
import { rollControl } from './roll-control.ts';

it('draws, raises, lowers and adjusts a reserve, and shows what the entries do not explain', () => {
  const changes = [
    { code: 'Reserve', delta: 50_000n },
    { code: 'N', delta: -5000n },
    { code: 'V', delta: -40_500n },
    { code: 'Reserve', delta: -500n },
  ];
  expect(rollControl(changes, 0n, 4000n)).toEqual({
    opening: 0n,
    moved: { raised: 50_000n, drawn: -5000n, lowered: -500n, adjusted: -40_500n },
    computed: 4000n,
    closing: 4000n,
    residual: 0n,
  });
  expect(rollControl(changes, 0n, 4001n).residual).toBe(1n);
  expect(rollControl([{ code: 'Reserve', delta: null }], 0n, 4000n).residual).toBeNull();
});
