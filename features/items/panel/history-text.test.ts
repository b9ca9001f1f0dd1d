import { expect, test } from 'vitest';
import { changeLines } from './history-text.ts';

const words = { part: { lines: 'Certificates to issue', effectiveDate: 'Effective date' } };

test('of a part with several values, only those that differ are shown', () => {
  const before = '[{"systemShareholderId":100012,"shares":100},{"shares":40}]';
  const after = '[{"systemShareholderId":100012,"shares":60},{"shares":40,"legend":"RULE 144"}]';
  expect(changeLines([{ field: 'lines', before, after }], words)).toEqual([
    { label: 'Certificates to issue, no. 1, shares', before: '100', after: '60' },
    { label: 'Certificates to issue, no. 2, legend', before: '–', after: 'RULE 144' },
  ]);
});

test('single values, dates, a part that came, and parts without a title', () => {
  expect(
    changeLines(
      [
        { field: 'effectiveDate', before: '', after: '2026-12-01' },
        { field: 'assignedTo', before: '', after: 'clerk@harborline.example' },
        { field: 'presentor', before: '', after: '{"name":"Meridian","type":null}' },
      ],
      words,
    ),
  ).toEqual([
    { label: 'Effective date', before: '–', after: 'Dec 1, 2026' },
    { label: 'Assigned to', before: '–', after: 'clerk@harborline.example' },
    { label: 'Presentor, name', before: '–', after: 'Meridian' },
  ]);
});

test('a share count beyond 2^53 keeps every digit', () => {
  const change = { field: 'lines', before: '[{"shares":9007199254740993}]', after: '[{"shares":1}]' };
  expect(changeLines([change], words)[0]?.before).toContain('9007199254740993');
});
