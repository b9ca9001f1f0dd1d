import { expect, it } from 'vitest';
import { securityTypeOptions } from './security-types.ts';

const type = (securityType: string, securityTypeCode: string, securitySeriesCode = '') => ({
  securityType,
  securityTypeCode,
  securitySeriesCode,
});
const values = (types: ReturnType<typeof type>[]) =>
  securityTypeOptions(types, '').options.map((option) => option.value);

it('lists what a filter can select', () => {
  expect(values([type('Common', 'C')])).toEqual(['', 'C']);
  expect(values([type('Common', 'C'), type('Preferred A', 'P', 'A'), type('Preferred B', 'P', 'B')])).toEqual(
    ['', 'C', 'P', 'P-A', 'P-B'],
  );
  expect(values([type('Class A', 'C', 'A'), type('Class B', 'C', 'B')])).toEqual(['', 'C', 'C-A', 'C-B']);
});

it('lists what no filter selects alone', () => {
  const { options, others } = securityTypeOptions(
    [type('Common', 'C'), type('Common Z', 'C'), type('Units', 'U'), type('Odd', '')],
    '',
  );
  expect(options.map((option) => option.value)).toEqual(['', 'C']);
  expect(others).toEqual(['Common', 'Common Z', 'Units', 'Odd']);
});

it('keeps a value from the URL until the classes are loaded', () => {
  expect(securityTypeOptions([], 'P-A').options.at(-1)?.value).toBe('P-A');
});
