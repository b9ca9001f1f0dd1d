import { describe, expect, test } from 'vitest';
import { type BookedMovement, matchPosition, type ReportedMovement, type Sides } from './match.ts';

const day = '2026-11-20';
const there = (over: Partial<ReportedMovement> = {}): ReportedMovement => ({
  ...{ reference: 'DW1', direction: 'Deposit', day, shares: 500n, status: 'Confirmed' },
  ...over,
});
const here = (over: Partial<BookedMovement> = {}): BookedMovement => ({
  ...{ reference: 'DW1', direction: 'Deposit', day, shares: 500n, isPosted: true, transaction: '7' },
  ...over,
});
const match = (over: Partial<Sides>) =>
  matchPosition({ day, position: 0n, balance: 0n, reported: [], booked: [], ...over });

describe('results', () => {
  test.each<[string, Partial<Sides>, string, bigint]>([
    ['equal figures', { balance: 33_264_000n, position: 33_264_000n }, 'No difference', 0n],
    [
      'a deposit at the depository only',
      { balance: 1_446_303n, position: 1_446_803n, reported: [there()] },
      'Explained',
      0n,
    ],
    [
      'a withdrawal at the depository only',
      {
        ...{ balance: 1_446_303n, position: 1_445_303n },
        reported: [there({ direction: 'Withdrawal', shares: 1_000n })],
      },
      'Explained',
      0n,
    ],
    ['nothing that explains it', { balance: 10_608_000n, position: 10_607_960n }, 'Unexplained', -40n],
    [
      'one reference with two amounts',
      {
        ...{ balance: 1_446_503n, position: 1_446_603n },
        ...{ reported: [there({ shares: 300n })], booked: [here({ shares: 200n })] },
      },
      'Two amounts',
      100n,
    ],
    [
      'the CUSIP before a split',
      { balance: 10_608_000n, position: 265_200_000n, isFormerCusip: true },
      'Former CUSIP',
      254_592_000n,
    ],
    ['a nominee without a line', { balance: 100n, position: null }, 'No line in the file', -100n],
    ['a line without a nominee', { balance: 0n, position: 100n }, 'No nominee', 100n],
    [
      'a posted deposit that the depository does not have',
      { balance: 1_500n, position: 1_000n, booked: [here()] },
      'Explained',
      0n,
    ],
    [
      'a deposit that the depository has as pending only',
      { balance: 1_500n, position: 1_000n, booked: [here()], reported: [there({ status: 'Pending' })] },
      'Explained',
      0n,
    ],
    [
      'a rejected movement explains nothing',
      { balance: 1_000n, position: 1_500n, reported: [there({ status: 'Rejected' })] },
      'Unexplained',
      500n,
    ],
    [
      'a listed movement that the position does not show',
      { balance: 1_000n, position: 1_000n, reported: [there()] },
      'Unexplained',
      -500n,
    ],
    [
      'a posted movement before the first file is not missing',
      { balance: 1_000n, position: 1_000n, booked: [here({ isBefore: true })] },
      'No difference',
      0n,
    ],
  ])('%s', (_name, sides, result, difference) => {
    const found = match(sides);
    expect([found.result, found.difference]).toEqual([result, difference]);
  });
});

describe('partners', () => {
  test('by reference and direction, then by direction, day and shares', () => {
    const found = match({
      reported: [there(), there({ reference: 'DW2', shares: 20n })],
      booked: [here(), here({ reference: '', shares: 20n })],
    });
    expect([found.result, found.items]).toEqual(['No difference', []]);
  });

  test('a movement has one partner only', () => {
    const found = match({
      position: 500n,
      balance: 0n,
      reported: [there(), there({ reference: 'DW2' })],
      booked: [here()],
    });
    expect(found.items.map(({ kind, reference }) => [kind, reference])).toEqual([['Depository only', 'DW2']]);
  });

  test('another direction is no partner', () => {
    const found = match({ reported: [there({ direction: 'Withdrawal' })], booked: [here()] });
    expect(found.items.map(({ kind }) => kind)).toEqual(['Depository only', 'Register only']);
    expect(found.explained).toBe(-1_000n);
  });

  test('confirmed there and pending here is named with its transaction', () => {
    const found = match({
      position: 500n,
      balance: 0n,
      reported: [there()],
      booked: [here({ isPosted: false })],
    });
    expect(found.items).toMatchObject([{ kind: 'Depository only', transaction: '7', explains: 500n }]);
    expect(found.result).toBe('Explained');
  });
});

test('pending on both sides is long after three business days', () => {
  const pending = (from: string) =>
    match({
      reported: [there({ day: from, status: 'Pending' })],
      booked: [here({ day: from, isPosted: false })],
    });
  expect(pending('2026-11-17')).toMatchObject({ result: 'No difference', isPendingLong: false });
  expect(pending('2026-11-16')).toMatchObject({ result: 'No difference', isPendingLong: true });
  expect(pending('2026-11-16').items).toMatchObject([{ age: 4, explains: 0n }]);
});

test('a transaction named by a user explains what it moves', () => {
  const found = match({
    ...{ position: 960n, balance: 1_000n },
    explanations: [{ transaction: '9', shares: -40n, isPosted: false }],
  });
  expect(found).toMatchObject({ result: 'Explained', difference: 0n });
  expect(found.items).toMatchObject([{ kind: 'Explained by a user', direction: 'Withdrawal', booked: 40n }]);
});
