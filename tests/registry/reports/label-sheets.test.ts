import { expect, test } from 'vitest';
import { labelFamilies } from '#lib/contract/labels';
import { labelSheet, labelSheets } from '#lib/reports/label-sheets';
import { labelSheets as families, labelGeometry } from '#registry/render/labels/label-geometry';

test.each(families)('%s: the sheet drawn beside the form is the one that is printed', (family) => {
  const { inset: _inset, size: _size, ...printed } = labelGeometry(family);
  expect(labelSheet(family)).toEqual(printed);
});

test('every label code has a sheet', () => {
  const known = labelSheets();
  for (const code of labelFamilies.keys()) expect(known.families[known.codes[code] ?? 'A30']).toBeDefined();
});
