import { expect, test } from 'vitest';
import { gather, unzip } from './archive-for-tests.ts';
import { type Sheet, writeWorkbook } from './workbook.ts';

const about = { title: 'Findings', author: 'Harborline', date: '2026-11-20' };
const columns = [
  { header: 'Account', kind: 'text' as const },
  { header: 'Shares', kind: 'shares' as const },
];

async function written(rows: Sheet['rows']) {
  const sheets = [
    { name: 'First', columns, rows: [['1', 2n]] },
    { name: 'Noted', columns, rows },
  ];
  const entries = unzip(await gather(writeWorkbook({ ...about, sheets })));
  return { names: [...entries.keys()], text: (name: string) => String(entries.get(name)) };
}

test('notes are the comments of their cells, blank cells included', async () => {
  const { names, text } = await written([
    ['10017', 5n],
    [
      { kind: 'text', value: 'A & "B"', note: 'It is <not> known.' },
      { kind: 'shares', value: null, note: '=1+1' },
    ],
  ]);
  expect(text('xl/comments2.xml')).toContain(
    '<comment ref="A3" authorId="0"><text><t>It is &lt;not&gt; known.</t></text></comment><comment ref="B3" authorId="0"><text><t>=1+1</t></text></comment>',
  );
  expect(text('xl/worksheets/sheet2.xml')).toContain('<legacyDrawing r:id="rId1"/></worksheet>');
  expect(text('xl/worksheets/_rels/sheet2.xml.rels')).toContain(
    'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing" Target="../drawings/vmlDrawing2.vml"',
  );
  expect(text('xl/drawings/vmlDrawing2.vml')).toContain('<x:Row>2</x:Row><x:Column>1</x:Column>');
  expect(text('[Content_Types].xml')).toContain('PartName="/xl/comments2.xml"');
  expect(text('[Content_Types].xml')).toContain('Extension="vml"');
  expect(names.filter((name) => /comments|vml/.test(name))).toHaveLength(2);
});

test('a workbook without notes has no comments', async () => {
  const { names, text } = await written([['10017', 5n]]);
  expect(names.filter((name) => /comments|vml|worksheets\/_rels/.test(name))).toEqual([]);
  expect(text('[Content_Types].xml')).not.toContain('vml');
});
