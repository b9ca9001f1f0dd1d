import { expect, test } from 'vitest';
import { perClass, withClassColumns } from '../fields/class-columns.ts';
import { sheetOf } from '../fields/index.ts';
import { collectFindings } from '../findings.ts';
import { readHeader } from './header.ts';

const positions = withClassColumns(sheetOf('positions'), ['Class A-1', 'Class A 1', 'Common']);

const required = positions.fields.flatMap(({ name, key, required: isRequired }) =>
  isRequired === true && !perClass.has(key) ? [name] : [],
);

/** The class of which each header of a row has the shares; undefined where it is not known. */
function classesOf(headers: string[]) {
  const foreign: string[] = [];
  const cells = [...required, ...headers];
  const row = { number: 1, isHidden: false, cells: cells.map((text) => ({ text, kind: 'text' as const })) };
  const header = readHeader(positions, row, collectFindings(), new Map(), (columns) =>
    foreign.push(...columns.map((one) => one.header)),
  );
  const named = header?.columns.flatMap(({ field, index }) =>
    'ofClass' in field ? [`${cells[index]}: ${field.ofClass}`] : [],
  );
  return { named, foreign };
}

test('a header with other punctuation is that of the class', () => {
  expect(classesOf(['SHARES OF  (COMMON)']).named).toEqual(['SHARES OF  (COMMON): Common']);
});

test('two classes whose names differ in punctuation need their exact headers', () => {
  const exact = ['Shares of Class A-1', 'Shares of Class A 1'];
  expect(classesOf(exact)).toEqual({
    named: ['Shares of Class A-1: Class A-1', 'Shares of Class A 1: Class A 1'],
    foreign: [],
  });
  expect(classesOf(['Shares of Class A/1', 'Shares of Common'])).toEqual({
    named: ['Shares of Common: Common'],
    foreign: ['Shares of Class A/1'],
  });
});
