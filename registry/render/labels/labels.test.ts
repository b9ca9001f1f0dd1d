import { expect, test } from 'vitest';
import { type LabelFamily, labelSheets } from '#lib/contract/labels';
import { gather } from '#lib/sheet/archive-for-tests';
import { labelGeometry } from '#registry/operations/generate-mailing-labels/label-geometry';
import { readPdf } from '../pdf/pdf-for-tests.ts';
import { nodesOf, readStructure } from '../pdf/structure-for-tests.ts';
import { fitLabel, type LabelLines, linesThatFit } from './label-fit.ts';
import { labelPlace } from './label-geometry.ts';
import { renderLabels } from './labels.ts';

const families = Object.keys(labelSheets) as LabelFamily[];

const plain: LabelLines = {
  name: 'JOHN A SAMPLE &',
  name2: 'MARY B SAMPLE JT TEN',
  name3: '',
  address1: '1 ELM STREET',
  address2: 'APT 2',
  city: 'OMAHA NE 68102',
  country: '',
};
const tall: LabelLines = { ...plain, name3: 'UA DTD 06/14/2009', country: 'GERMANY' };

test.each(families)('%s: labels are within the page and do not overlap', (sheet) => {
  const geometry = labelGeometry(sheet);
  const places = Array.from({ length: geometry.columns * geometry.rows }, (_, at) =>
    labelPlace(geometry, at),
  );
  for (const { x, y } of places) {
    expect(x >= 0 && x + geometry.width <= 8.5 + 1e-3).toBe(true);
    expect(y >= 0 && y + geometry.height <= 11 + 1e-3).toBe(true);
  }
  expect(geometry.columns === 1 || geometry.pitchX >= geometry.width).toBe(true);
  expect(geometry.rows === 1 || geometry.pitchY >= geometry.height - 1e-9).toBe(true);
});

test('a label uses the largest size that fits, and never loses name, street, city or country', () => {
  const box = { width: 180, height: 63 };
  const narrow = (text: string) => text.length * 0.6;
  expect(fitLabel(plain, box, 8, narrow)).toEqual({
    size: 8,
    lines: ['JOHN A SAMPLE &', 'MARY B SAMPLE JT TEN', '1 ELM STREET', 'APT 2', 'OMAHA NE 68102'],
  });
  expect(fitLabel(plain, { width: 90, height: 63 }, 8, narrow).size).toBe(7.5);
  expect(fitLabel(tall, box, 8, narrow)).toMatchObject({ size: 7.5 });
  const four = linesThatFit(0.44 * 72, 6);
  expect(four).toBe(4);
  expect(fitLabel(tall, { width: 120, height: 0.44 * 72 }, 6, narrow).lines).toEqual([
    'JOHN A SAMPLE &',
    '1 ELM STREET',
    'OMAHA NE 68102',
    'GERMANY',
  ]);
  expect(fitLabel({ ...tall, country: '' }, { width: 120, height: 0.44 * 72 }, 6, narrow).lines).toEqual([
    'JOHN A SAMPLE &',
    'MARY B SAMPLE JT TEN',
    '1 ELM STREET',
    'OMAHA NE 68102',
  ]);
});

async function drawn(count: number, sheet: LabelFamily, label = tall) {
  const geometry = labelGeometry(sheet);
  const labels = Array.from({ length: count }, () => label);
  const document = {
    title: 'Labels',
    agentName: 'Agent',
    reportId: 'L-1',
    generatedAt: '2026-11-20T10:00:00Z',
    geometry,
    labels,
  };
  return { geometry, ...readPdf(await gather(renderLabels(document))) };
}

test('each label is one paragraph, each sheet a section', async () => {
  const tree = readStructure(await drawn(31, 'A30'));
  expect(tree.children.map(({ type, children }) => [type, children.length])).toEqual([
    ['Sect', 30],
    ['Sect', 1],
  ]);
  const label = [...nodesOf(tree)].at(-1);
  expect([label?.type, label?.text]).toEqual([
    'P',
    'JOHN A SAMPLE & MARY B SAMPLE JT TEN UA DTD 06/14/2009 1 ELM STREET APT 2 OMAHA NE 68102 GERMANY',
  ]);
  const empty = readStructure(await drawn(0, 'A30'));
  expect([...nodesOf(empty)].map(({ text }) => text)).toEqual(['', 'No records for the selection']);
});

test('thirty-one labels on a sheet of thirty are two pages; none is one page with that statement', async () => {
  const { pages } = await drawn(31, 'A30');
  expect(pages.map((page) => page.length)).toEqual([30 * 7, 7]);
  const empty = await drawn(0, 'A30');
  expect(empty.pages.map((page) => page.map((piece) => piece.text))).toEqual([
    ['No records for the selection'],
  ]);
});

test.each(families)('%s: every line is inside its label', async (sheet) => {
  const { geometry, pages } = await drawn(geometryCount(sheet), sheet);
  expect(pages).toHaveLength(1);
  const inset = geometry.inset * 72;
  for (const piece of pages[0] ?? []) {
    const inside = Array.from({ length: geometryCount(sheet) }, (_, at) => labelPlace(geometry, at)).some(
      ({ x, y }) => {
        const top = 792 - y * 72 - inset;
        const bottom = top - geometry.height * 72 + 2 * inset;
        return (
          Math.abs(piece.x - (x * 72 + inset)) < 0.02 &&
          piece.y >= bottom &&
          piece.y + piece.size * 0.72 <= top
        );
      },
    );
    expect([sheet, piece, inside]).toEqual([sheet, piece, true]);
  }
});

function geometryCount(sheet: LabelFamily): number {
  const { columns, rows } = labelGeometry(sheet);
  return columns * rows;
}
