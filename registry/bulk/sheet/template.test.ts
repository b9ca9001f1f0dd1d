import { expect, test } from 'vitest';
import { listsOf } from '#registry/import/fields/index';
import { columnRows } from '#registry/import/template/template';
import { bulkSheets, documentKinds } from './fields.ts';
import { filled, keyOf, occurrences } from './instruction.ts';
import { bulkTemplate } from './template.ts';

test('the example fills only columns there are, every required one, and lists with their values', () => {
  for (const sheet of bulkSheets) {
    const keys = new Set(sheet.fields.map(({ key }) => key));
    for (const row of bulkTemplate.example[sheet.key]!) {
      expect(Object.keys(row).filter((key) => !keys.has(key))).toEqual([]);
      for (const { key, type, required } of sheet.fields) {
        if (required === true) expect([sheet.name, key, row[key] ?? '']).not.toEqual([sheet.name, key, '']);
        if (type.kind === 'list' && row[key]) expect(type.values.map(([code]) => code)).toContain(row[key]);
      }
    }
  }
});

test('names and keys of columns are unique within a sheet, and lists of one name are the same', () => {
  const lists = listsOf(bulkSheets);
  for (const { fields } of bulkSheets) {
    expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    for (const { type } of fields) if (type.kind === 'list') expect(lists.get(type.list)).toBe(type.values);
  }
});

test('the id of a row is made of its filled columns, in whatever order, and of how often it was said', () => {
  const one = filled({ batch: 'a', shares: '10', legend: null, comments: '' });
  expect(keyOf('Issuance', [one], 1)).toBe('b1-472fe871e8617ed24698a56c79bcc7cdeea2ec49');
  expect(keyOf('Issuance', [filled({ shares: '10', batch: 'a' })], 1)).toBe(keyOf('Issuance', [one], 1));
  for (const other of [
    keyOf('HolderUpdate', [one], 1),
    keyOf('Issuance', [one], 2),
    keyOf('Issuance', [filled({ batch: 'b', shares: '10' })], 1),
    keyOf('Issuance', [one, one], 1),
  ])
    expect(other).not.toBe(keyOf('Issuance', [one], 1));
  // Composed and decomposed letters are the same.
  expect(filled({ name: 'Jo\u0308rg' })).toEqual(filled({ name: 'J\u00f6rg' }));
  const occurrence = occurrences();
  expect([1, 2, 3].map(() => occurrence('Issuance', [one]))).toEqual([1, 2, 3]);
});

test('the page of columns is up to date', async () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = columnRows(bulkSheets);
  const head = ['| Column | Required | Form | Meaning |', '| --- | --- | --- | --- |'];
  const parts = bulkSheets.map(({ name, meaning }) => {
    const fields = rows.filter(([sheet]) => sheet === name);
    const lines = fields.map((of) => row(of.slice(2)));
    return [`## ${name}`, '', `${meaning} CSV file \`${fields[0]![1]}\`.`, '', ...head, ...lines];
  });
  const values = [...listsOf(bulkSheets), ['Documents', documentKinds] as const].map(([list, of]) => {
    const lines = of.map(([code, meaning]) => row([`\`${code}\``, meaning]));
    return [`### ${list}`, '', '| Value | Meaning |', '| --- | --- |', ...lines];
  });
  const page = [
    ['# Columns of a bulk sheet'],
    [
      'The sheets of the workbook that the page "Bulk sheets" offers ([use](moving-in-and-out.md#bulk-sheets)), made from',
      '`registry/bulk/sheet/fields.ts`. `vitest run registry/bulk -u` writes this page.',
    ],
    ...parts,
    ['## Lists'],
    ...values,
  ];
  await expect(`${page.map((lines) => lines.join('\n')).join('\n\n')}\n`).toMatchFileSnapshot(
    '../../../docs/bulk-columns.md',
  );
});
