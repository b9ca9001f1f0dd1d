import { expect, test } from 'vitest';
import { changesOf } from './days-of-change.ts';

/** A value with the days on which it changed. */
function valueWith(days: readonly string[]) {
  const asked: string[] = [];
  const valueOn = async (day: string) => {
    asked.push(day);
    return days.filter((one) => one <= day).length;
  };
  return { asked, valueOn };
}

const span = {
  ...{ first: '2020-01-01', last: '2024-12-31', likely: [], askedMax: 1000 },
  isSame: (a: number, b: number) => a === b,
};

test('each change is found on its day, likely or not', async () => {
  const days = ['2020-01-01', '2020-01-02', '2021-05-03', '2021-05-04', '2023-02-28', '2024-12-31'];
  const { asked, valueOn } = valueWith(days);
  const { changes, isExact } = await changesOf(valueOn, { ...span, likely: ['2021-05-04', '2030-01-01'] });
  expect(changes.map(({ day }) => day)).toEqual(days);
  expect(changes.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6]);
  expect([isExact, new Set(asked).size === asked.length, asked.length < 60]).toEqual([true, true, true]);
});

test('a likely day needs one more question, and a value that stays none', async () => {
  const same = valueWith([]);
  expect((await changesOf(same.valueOn, span)).changes).toEqual([{ day: '2020-01-01', value: 0 }]);
  const once = valueWith(['2022-03-17']);
  await changesOf(once.valueOn, { ...span, likely: ['2022-03-17'] });
  expect(once.asked.length - same.asked.length).toBe(2);
});

test('a change that takes too many questions has the day on which it was seen', async () => {
  const { valueOn } = valueWith(['2020-01-01', '2021-05-03']);
  expect(await changesOf(valueOn, { ...span, askedMax: 6 })).toEqual({
    changes: [
      { day: '2020-01-01', value: 1 },
      { day: '2021-07-01', value: 2 },
    ],
    isExact: false,
  });
});
