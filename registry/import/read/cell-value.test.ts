import { describe, expect, test } from 'vitest';
import type { RawCell } from '#lib/sheet/read/cells';
import { sheetOf } from '../fields/index.ts';
import { cellValue } from './cell-value.ts';
import { type DateOrder, dateOf } from './dates.ts';
import { amount, type DecimalMark, figures, wholeNumber } from './numbers.ts';
import { plainText, textOf } from './texts.ts';

const text = (value: string): RawCell => ({ kind: 'text', text: value });
const number = (value: string): RawCell => ({ kind: 'number', text: value });
const shown = ({ value, remark }: { value: string | null; remark?: { code: string } }) =>
  remark?.code ?? value;

describe('amounts', () => {
  test.for<[RawCell, DecimalMark | null, string]>([
    [text('12.50'), null, '12.50'],
    [text('0.001'), null, '0.001'],
    [text('1234.567'), null, '1234.567'],
    [text('1.234'), null, 'X08'],
    [text('1,234'), null, 'X08'],
    [text('12,5'), null, 'X08'],
    [text('1,234.50'), null, '1234.50'],
    [text('1.234,50'), null, '1234.50'],
    [text('1.234'), '.', '1.234'],
    [text('1.234'), ',', '1234'],
    [text('12,5'), ',', '12.5'],
    [text('$12'), null, 'X07'],
    [text('-1'), null, 'X07'],
    [number('12.5'), null, '12.5'],
    [number('12.300000000000001'), null, '12.3'],
    [number('3125000'), null, '3125000'],
    [number('1E-3'), null, '0.001'],
  ])('%j with %s is %s', ([cell, mark, expected]) => {
    expect(shown(amount(cell, mark))).toBe(expected);
  });
});

describe('whole numbers', () => {
  test.for<[RawCell, DecimalMark | null, string]>([
    [text('9007199254740993'), null, '9007199254740993'],
    [number('1000.0'), null, '1000'],
    [number('1000.5'), null, 'X07'],
    [text('1,000'), '.', '1000'],
    [text('1,000'), null, 'X08'],
    [text('1e5'), null, 'X09'],
    [number('1.5E+20'), null, 'X09'],
    [number('1234567890123456'), null, 'X10'],
    [text('0'), null, 'P09'],
    [text('1000000000000000001'), null, 'X07'],
    [text('N/A'), null, 'X07'],
  ])('%j with %s is %s', ([cell, mark, expected]) => {
    expect(shown(wholeNumber(cell, 'Shares', 1n, mark))).toBe(expected);
  });
});

test('figures lose leading zeros, and letters are refused', () => {
  expect(shown(figures(text('0118'), 'Number', 15))).toBe('118');
  expect(shown(figures(text('118A'), 'Number', 15))).toBe('P03');
  expect(shown(figures(text('1234567890123456'), 'Number', 15))).toBe('X17');
  expect(figures(text('118A'), 'Number', 15).remark?.sentence).toBe(
    'Number 118A must be digits. Put letters into the prefix.',
  );
  expect(figures(text('20-01'), 'Issuer id', 15).remark?.sentence).toBe('Issuer id 20-01 must be digits.');
});

describe('dates', () => {
  test.for<[RawCell, DateOrder | null, string]>([
    [text('2019-05-01'), null, '2019-05-01'],
    [text('2019/5/1'), null, '2019-05-01'],
    [text('1 May 2019'), null, '2019-05-01'],
    [text('12/31/2019'), null, '2019-12-31'],
    [text('05/05/2019'), null, '2019-05-05'],
    [text('03/04/2019'), null, 'X04'],
    [text('03/04/2019'), 'DMY', '2019-04-03'],
    [text('03/04/2019'), 'MDY', '2019-03-04'],
    [text('5/6/19'), 'MDY', 'X05'],
    [text('2019-02-30'), null, 'X03'],
    [number('43586'), null, 'X03'],
    [text('1898-04-01'), null, '1898-04-01'],
    [text('1-May-2019'), null, '2019-05-01'],
    [text('1-May-19'), null, 'X05'],
    [text('May 1, 19'), null, 'X05'],
    [text('0219-05-01'), null, 'X03'],
    [text('05/31/0219'), null, 'X03'],
  ])('%j in %s is %s', ([cell, order, expected]) => {
    expect(shown(dateOf(cell, order, false))).toBe(expected);
  });

  test('day numbers count from 1900 or 1904; a time is left out, and the day that never was is refused', () => {
    const serial = (days: string, is1904 = false) =>
      shown(dateOf({ kind: 'date', text: days }, null, is1904));
    expect([serial('43586'), serial('43586.75'), serial('42124', true)]).toEqual(Array(3).fill('2019-05-01'));
    expect([serial('1'), serial('59'), serial('60'), serial('61')]).toEqual([
      ...['1900-01-01', '1900-02-28', 'X06', '1900-03-01'],
    ]);
    expect([serial('1899'), serial('2101')]).toEqual(['1905-03-13', '1905-10-01']);
    expect(dateOf({ kind: 'date', text: '2019' }, null, false)).toMatchObject({
      ...{ value: '1905-07-11', remark: { code: 'X22', severity: 'warning' } },
    });
    expect([serial('0'), serial('-1'), serial('2958466')]).toEqual(['X03', 'X03', 'X03']);
  });
});

describe('texts', () => {
  test('are composed, with single spaces and typed quotes, and without invisible marks', () => {
    expect(plainText('O\u2019BRIEN\u00a0 \u200bJ', false)).toEqual({ text: "O'BRIEN J", isChanged: true });
    expect(plainText('Jose\u0301', false)).toEqual({ text: 'Jos\u00e9', isChanged: false });
    expect(plainText('one  two\nthree', true).text).toBe('one two\nthree');
    expect(plainText('one\ntwo', false).text).toBe('one two');
  });

  test.for<[RawCell, boolean, string]>([
    [text('NULL'), false, 'NULL'],
    [text('N/A'), false, 'N/A'],
    [text('=A1'), false, 'X16'],
    [number('10029'), true, 'X11'],
    [number('10029'), false, '10029'],
    [text('1.23457E+14'), true, 'X09'],
    [{ kind: 'boolean', text: 'TRUE' }, false, 'X13'],
    [text('a\u0007'), false, 'X14'],
    [text('J\u00c3\u00b6rg'), false, 'X20'],
    [text('x'.repeat(41)), false, 'X17'],
  ])('%j (an id: %s) is %s', ([cell, isId, expected]) => {
    expect(shown(textOf(cell, 'Name', 40, isId))).toBe(expected);
  });
});

describe('a text in the form that Excel keeps', () => {
  const field = (key: string) =>
    [...sheetOf('holders').fields, ...sheetOf('positions').fields].find((one) => one.key === key)!;
  const writing = { dateOrder: null, decimalMark: null, is1904: false };

  test('is read without it, with a note', () => {
    expect(cellValue(text('="0010017"'), field('account'), writing)).toEqual({
      ...{ value: '0010017', isChanged: false },
      remark: { code: 'X16', severity: 'note', sentence: '="0010017" is read as 0010017.' },
    });
    expect(cellValue(text('="118"'), field('number'), writing)).toMatchObject({ value: '118' });
    expect(cellValue(text('=""'), field('name2'), writing)).toEqual({ value: null });
  });

  test('has the findings of its text', () => {
    expect(shown(cellValue(text('="118A"'), field('number'), writing))).toBe('P03');
    expect(shown(cellValue(text('=A1&"0"'), field('name'), writing))).toBe('X16');
  });

  test('is no link: a formula whose value has to be pasted', () => {
    const link: RawCell = { kind: 'text', text: 'A-17', address: 'https://s.example/17' };
    expect(shown(cellValue(link, field('account'), writing))).toBe('X01');
  });

  test('a country in words or letters that are no code is named with the code that is meant', () => {
    for (const [given, meant] of [
      ['USA', 'US'],
      ['United States', 'US'],
      ['switzerland', 'CH'],
    ] as const)
      expect(cellValue(text(given), field('country'), writing).remark).toEqual({
        ...{ code: 'H10', severity: 'error' },
        sentence: `${given} is not a country code. Is it ${meant}?`,
      });
    expect(cellValue(text('Atlantis'), field('country'), writing).remark?.sentence).toBe(
      'Atlantis is not a country code.',
    );
  });
});
