import { describe, expect, test } from 'vitest';
import { gather } from '#lib/sheet/archive-for-tests';
import type { Item, ReportDocument } from '../document.ts';
import { holders, report, row } from '../document-for-tests.ts';
import { renderPdf } from './pdf.ts';
import { readPdf } from './pdf-for-tests.ts';
import { type Node, nodesOf, readStructure, rowsOf } from './structure-for-tests.ts';

async function treeOf(...args: Parameters<typeof report>): Promise<Node> {
  return readStructure(readPdf(await gather(renderPdf(report(...args)))));
}

const plain = [{ ...holders, sub: undefined }] as unknown as ReportDocument['tables'];
const named = (tree: Node, type: string) => [...nodesOf(tree)].filter((node) => node.type === type);
const textsOf = (nodes: readonly Node[]) => nodes.map(({ text }) => text);

describe('structure of a report', () => {
  test('the title is the first heading, the block around it paragraphs', async () => {
    const tree = await treeOf(() => [row('A-1', 'X')]);
    expect(tree.type).toBe('Document');
    expect(textsOf(named(tree, 'H1'))).toEqual(['Registered shareholder list']);
    expect(textsOf(named(tree, 'P'))).toEqual([
      'Harborline Registry & Transfer LLC',
      'Only fictional data – sandbox',
      'Larkspur Instruments Corporation (1001)',
      'As of 6/30/2026',
      'Class: Common',
    ]);
  });

  test('a list over many pages is one table with one header; every row has all cells', async () => {
    const count = 150;
    const items = () =>
      Array.from({ length: count }, (_, at) => row(`A-${at}`, at % 2 ? '' : ['N', `${at}`]));
    const tree = await treeOf(items, { tables: plain });
    const [table, ...others] = named(tree, 'Table');
    expect(others).toEqual([]);
    const [head, ...bodies] = (table as Node).children;
    expect(head?.type).toBe('THead');
    expect(new Set(bodies.map(({ type }) => type))).toEqual(new Set(['TBody']));
    expect(bodies.length).toBeGreaterThan(3);
    const titles = named(head as Node, 'TH');
    expect(textsOf(titles)).toEqual(['Account no.', 'Registration', 'Total', 'Percent']);
    for (const title of titles) expect(title.attributes).toBe('<</O/Table/Scope/Column>>');
    const rows = bodies.flatMap(rowsOf);
    expect(rows.map(({ children }) => children[0]?.text)).toEqual(items().map((_, at) => `A-${at}`));
    for (const { children } of rows)
      expect(children.map(({ type }) => type)).toEqual(['TD', 'TD', 'TD', 'TD']);
    expect(textsOf(rows[0]?.children ?? [])).toEqual(['A-0', 'N 0', '100', '10.0000%']);
    expect(textsOf(rows[1]?.children ?? [])[1]).toBe('');
  });

  test('a cell taller than a page is one cell', async () => {
    const words = Array.from({ length: 2000 }, (_, at) => `W${at}`).join(' ');
    const tree = await treeOf(() => [row('A-1', words), row('A-2', 'NEXT')], { tables: plain });
    const rows = rowsOf(named(tree, 'Table')[0] as Node);
    expect(rows).toHaveLength(3);
    expect(rows[1]?.children[1]?.text).toBe(words);
    expect(rows[1]?.children[0]?.text).toBe('A-1');
  });

  test('cells of details name their own titles; every row is equally wide', async () => {
    const tree = await treeOf(function* (): Generator<Item> {
      for (let at = 0; at < 60; at += 1) {
        yield row(`A-${at}`, 'ALPHA');
        yield { kind: 'sub', cells: ['BE-1', '2024-03-05', 1n] };
      }
    });
    const [table] = named(tree, 'Table') as [Node];
    const titles = new Map(named(table, 'TH').map(({ name, text }) => [name, text]));
    expect([...titles.values()]).toEqual([
      ...['Account no.', 'Registration', 'Total', 'Percent'],
      ...['Certificate', 'Issued', 'Shares'],
    ]);
    const span = ({ attributes }: Node) => Number(/ColSpan (\d)/.exec(attributes)?.[1] ?? 1);
    const rows = rowsOf(table);
    expect(rows).toHaveLength(122);
    for (const { children } of rows) expect(children.reduce((sum, cell) => sum + span(cell), 0)).toBe(4);
    const headed = (cells: readonly Node[]) =>
      cells.map(({ attributes, text }) => [titles.get(/Headers\[\((\w+)\)\]/.exec(attributes)?.[1]), text]);
    expect(headed(rows.at(-2)?.children ?? [])[0]).toEqual(['Account no.', 'A-59']);
    expect(headed(rows.at(-1)?.children ?? [])).toEqual([
      ['Certificate', 'BE-1'],
      ['Issued', '3/5/2024'],
      ['Shares', '1'],
    ]);
  });

  test('pairs of label and value are a table with row headers', async () => {
    const tree = await treeOf(() => [], {
      tables: plain,
      open: () => ({
        items: [].values(),
        closing: () => ({
          totals: [
            ['Outstanding', 5n],
            ['Not known', null],
          ],
          proof: { difference: 0n },
          footnotes: ['Registered only.'],
        }),
      }),
    });
    expect(textsOf(named(tree, 'H2'))).toEqual(['Control totals']);
    const [list, totals] = named(tree, 'Table') as [Node, Node];
    expect(rowsOf(list).map(({ children }) => textsOf(children))[1]).toEqual([
      'No records for the selection',
    ]);
    expect(named(list, 'TD')[0]?.attributes).toBe('<</O/Table/ColSpan 4>>');
    expect(rowsOf(totals).map(({ children }) => children)).toMatchObject([
      [
        { type: 'TH', text: 'Outstanding', attributes: '<</O/Table/Scope/Row>>' },
        { type: 'TD', text: '5' },
      ],
      [
        { type: 'TH', text: 'Not known' },
        { type: 'TD', text: '' },
      ],
    ]);
    expect(textsOf(named(tree, 'P')).slice(-2)).toEqual(['Difference: 0', 'Registered only.']);
  });

  test('each statement is a section of its own, with a title', async () => {
    const tree = await treeOf(function* (): Generator<Item> {
      for (const holder of ['ALPHA', 'BETA', 'GAMMA']) {
        yield { kind: 'section', table: 'holders', title: holder, page: 'titled' };
        yield { kind: 'facts', facts: [['Account', holder]] };
        for (let at = 0; at < 70; at += 1) yield row(`A-${at}`, holder);
        yield { kind: 'letter', lines: ['Legend'] };
      }
    });
    expect(tree.children.map(({ type }) => type)).toEqual(['Sect', 'Sect', 'Sect']);
    for (const [at, section] of tree.children.entries()) {
      expect(textsOf(named(section, 'H1'))).toEqual(['Registered shareholder list']);
      expect(textsOf(named(section, 'H2'))).toEqual([['ALPHA', 'BETA', 'GAMMA'][at]]);
      expect(section.children.slice(-3).map(({ type }) => type)).toEqual(['Table', 'Table', 'P']);
    }
  });

  test('right-to-left names are read in the order they are written', async () => {
    const bytes = await gather(renderPdf(report(() => [row('A-1', 'דוד (ירושלים)')])));
    const { objects } = readPdf(bytes);
    const spoken = Buffer.from('\ufeffדוד (ירושלים)', 'utf16le').swap16().toString('hex');
    const contents = [...objects.values()].map(({ stream }) => stream.toString('latin1'));
    expect(contents.some((content) => content.includes(`/Span<</ActualText<${spoken}>>>BDC`))).toBe(true);
  });

  test('memory holds no elements of finished pages', async () => {
    const source = function* (): Generator<Item> {
      for (let at = 0; at < 20_000; at += 1) yield row(`A-${at}`, 'HOLDER');
    };
    const pieces: number[] = [];
    for await (const { length } of renderPdf(report(source, { tables: plain }))) pieces.push(length);
    const whole = pieces.reduce((sum, each) => sum + each, 0);
    // The last piece is the end of the file: fonts, list of pages, cross-reference stream.
    expect(pieces.at(-1)).toBeLessThan(whole / 10);
    expect(Math.max(...pieces.slice(0, -1))).toBeLessThan(100_000);
  });
});
