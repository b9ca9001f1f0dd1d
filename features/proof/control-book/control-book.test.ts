import { expect, it } from 'vitest';
import { balance, movements, ownership } from '#lib/register/answer-checks/answers-for-tests';
import { classBooks, dayLines } from './control-book.ts';

it('derive movements by day with the resulting balance', () => {
  const lines = dayLines(movements, [balance(100)], [balance(150)]);
  expect(
    lines.map(({ day, issued, canceled, net, balance: after, transactions }) => [
      day,
      issued,
      canceled,
      net,
      after,
      transactions,
    ]),
  ).toEqual([
    ['2026-10-02', 100n, 0n, 100n, 200n, 1],
    ['2026-10-05', 40n, 90n, -50n, 150n, 2],
  ]);
  const [book] = classBooks(movements, [balance(100)], [balance(150, 149)], ownership(100, 50));
  expect(book).toMatchObject({
    opening: 100n,
    net: 50n,
    closing: 150n,
    outstanding: 149n,
    held: 150n,
    difference: -1n,
  });
  expect(classBooks([], [balance(1)], [balance(1)], null)[0]?.difference).toBeNull();
});
