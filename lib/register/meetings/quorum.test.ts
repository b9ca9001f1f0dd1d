import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quorumOf, readQuorum, sharesNeeded } from './quorum.ts';

const percent = (upper: bigint, lower: bigint) => ({ upper, lower });

describe('quorum as the registry writes it', () => {
  it.each([
    ['33.33%', percent(3333n, 10_000n)],
    ['50.00%', percent(5000n, 10_000n)],
    [' 50 % ', percent(50n, 100n)],
    ['0%', percent(0n, 100n)],
    ['100%', percent(100n, 100n)],
    ['33 1/3%', percent(100n, 300n)],
    ['2/3', percent(2n, 3n)],
    ['66.6667 percent', percent(666_667n, 1_000_000n)],
    ['50', percent(50n, 100n)],
    ['0.5%', percent(5n, 1000n)],
  ])('%s', (text, part) => expect(readQuorum(text)).toEqual(part));

  it.each(['', 'Majority', '0.5', '1', '-50%', '101%', '50%%', 'n/a', '1/0', '3/2', '1e2%', null])(
    'reads no quorum from %s',
    (text) => expect(readQuorum(text)).toBeNull(),
  );
});

describe('shares needed', () => {
  it('are rounded up to a whole share, exactly', () => {
    expect(sharesNeeded(3n, percent(5000n, 10_000n))).toBe(2n);
    expect(sharesNeeded(4n, percent(5000n, 10_000n))).toBe(2n);
    expect(sharesNeeded(7_992_883n, percent(5000n, 10_000n))).toBe(3_996_442n);
    expect(sharesNeeded(10n, percent(100n, 300n))).toBe(4n);
    expect(sharesNeeded(9_007_199_254_740_993n, percent(1n, 3n))).toBe(3_002_399_751_580_331n);
  });
  it('are the least number whose percentage reaches the quorum', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        (entitled, upper) => {
          const needed = sharesNeeded(entitled, { upper, lower: 1_000_000n });
          expect(needed * 1_000_000n >= entitled * upper).toBe(true);
          expect(needed === 0n || (needed - 1n) * 1_000_000n < entitled * upper).toBe(true);
        },
      ),
    );
  });
});

describe('quorum met', () => {
  const counted = (voted: bigint | null, entitled: bigint | null = 7_992_883n, quorum = '50.00%') =>
    quorumOf({ entitled, voted, quorum });
  it('changes at one share', () => {
    expect(counted(3_996_441n)).toEqual({ state: 'missing', needed: 3_996_442n, still: 1n });
    expect(counted(3_996_442n)).toEqual({ state: 'met', needed: 3_996_442n, over: 0n });
  });
  it('gives the reason when it is unknown', () => {
    expect(counted(null).state).toBe('unknown');
    expect(counted(0n, 0n).state).toBe('unknown');
    expect(counted(1n, 2n, 'Majority')).toEqual({
      state: 'unknown',
      why: 'The registry reports the quorum as “Majority”, which cannot be calculated.',
    });
    expect(counted(1n, 2n, '')).toEqual({ state: 'unknown', why: 'The quorum is not reported.' });
  });
});
