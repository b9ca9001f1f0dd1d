import { describe, expect, test } from 'vitest';
import { gather } from '#lib/sheet/archive-for-tests';
import type { Item } from '../document.ts';
import { report, row } from '../document-for-tests.ts';
import { renderPdf } from './pdf.ts';
import { object, type PdfObject, type Piece, readPdf, reference } from './pdf-for-tests.ts';

const many = (count: number) =>
  function* (): Generator<Item> {
    for (let index = 0; index < count; index += 1) yield row(`A-${index}`, `HOLDER ${index}`);
  };

async function draw(...args: Parameters<typeof report>) {
  const bytes = await gather(renderPdf(report(...args)));
  return { bytes, ...readPdf(bytes) };
}

function catalogOf(objects: Map<number, PdfObject>, trailer: string): string {
  return object(objects, reference(trailer, 'Root')).head;
}

const texts = (pieces: Piece[] | undefined) => (pieces ?? []).map((piece) => piece.text);

describe('pages', () => {
  test('title on the first page, column titles and "Page x of y" on each, every row once', async () => {
    const { pages } = await draw(many(200));
    expect(pages.length).toBeGreaterThan(5);
    expect(texts(pages[0])).toContain('Registered shareholder list');
    expect(texts(pages[0])).toContain('Class: Common');
    for (const [index, page] of pages.entries()) {
      expect(texts(page)).toContain('Registration');
      expect(texts(page)).toContain(`Page ${index + 1} of`);
      expect(texts(page).at(-1)).toBe(String(pages.length));
      expect(texts(page).join(' ')).toContain('Generated 11/20/2026 15:04:05 UTC');
      expect(texts(page).join(' ')).toContain('Confidential.');
      expect(texts(page).join(' ')).toContain('Only fictional data – sandbox');
    }
    const accounts = pages.flatMap((page) => texts(page).filter((text) => text.startsWith('A-')));
    expect(accounts).toEqual(Array.from({ length: 200 }, (_, index) => `A-${index}`));
  });

  test('nothing is drawn below the footer line or over another row', async () => {
    const long = 'JOHN A VERYLONGNAME TRUSTEE OF THE SAMPLE FAMILY IRREVOCABLE TRUST '.repeat(5).trim();
    const { pages } = await draw(function* () {
      for (let index = 0; index < 40; index += 1)
        yield row(`A-${index}`, [long, 'SAMPLE FAMILY TRUST', 'UA DTD 06/14/2009']);
    });
    for (const page of pages) {
      const names = page.filter((piece) => piece.x > 100 && piece.x < 300 && piece.size === 8);
      const heights = names.map((piece) => piece.y);
      for (const [index, y] of heights.slice(1).entries())
        expect((heights[index] ?? 0) - y).toBeGreaterThanOrEqual(8);
      expect(Math.min(...heights)).toBeGreaterThan(38);
    }
    const drawn = pages.flatMap((page) =>
      page.filter((piece) => piece.x > 100 && piece.x < 300 && piece.size === 8),
    );
    const read = drawn.map((piece) => piece.text).join(' ');
    expect(read.split('UA DTD 06/14/2009')).toHaveLength(41);
    expect(read.split('VERYLONGNAME')).toHaveLength(201);
  });

  test('a name taller than a page continues on the next one', async () => {
    const word = Array.from({ length: 2000 }, (_, index) => `W${index}`).join(' ');
    const { pages } = await draw(() => [row('A-1', word), row('A-2', 'NEXT')]);
    const read = pages.flatMap((page) => texts(page)).join(' ');
    for (const probe of ['W0 ', 'W999 ', 'W1999', 'A-2']) expect(read).toContain(probe);
    expect(pages.length).toBeGreaterThan(2);
  });

  test('a title narrower than its longest word takes width from other columns', async () => {
    const columns = [
      { header: 'Registration', kind: 'text', weight: 95 },
      { header: 'Canceled certificates', kind: 'integer', weight: 3 },
    ] as const;
    const { pages } = await draw(() => [], { tables: [{ id: 'narrow', name: 'Narrow', columns }] });
    expect(texts(pages[0])).toEqual(expect.arrayContaining(['Registration', 'Canceled', 'certificates']));
  });

  test('a page that starts within the details of a row repeats its ID', async () => {
    const { pages } = await draw(function* (): Generator<Item> {
      yield row('A-1', 'ALPHA');
      for (let at = 0; at < 60; at += 1) yield { kind: 'sub', cells: [`BE-${at}`, '2024-03-05', 1n] };
      yield row('A-2', 'BETA');
    });
    const marks = pages.map((page) => texts(page).filter((text) => text.includes('(continued)')));
    expect(marks).toEqual([[], ...Array(pages.length - 1).fill(['A-1 (continued)'])]);
    expect(pages.length).toBeGreaterThan(1);
  });

  test('a word slightly too wide for its column is narrowed, a much too wide one is broken', async () => {
    const columns = [
      { header: 'Day', kind: 'text', weight: 4.5 },
      { header: 'Registration', kind: 'text', weight: 90 },
    ] as const;
    const { pages } = await draw(
      function* (): Generator<Item> {
        yield {
          kind: 'row',
          cells: [
            ['12/31/2024', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
            ['X', 'Y'],
          ],
        };
      },
      { tables: [{ id: 'holders', name: 'Days', columns }] },
    );
    const drawn = texts(pages[0]);
    expect(drawn).toContain('12/31/2024');
    expect(drawn).not.toContain('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(drawn.filter((text) => /^[A-Z]{3,}$/.test(text)).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  });

  test('numbers are right-aligned, too long ones are narrowed to their column', async () => {
    const { objects, pages } = await draw(() => [row('A-1', 'X', 1n), row('A-2', 'Y', 10n ** 40n)]);
    expect(texts(pages[0])).toContain('10,000,000,000,000,000,000,000,000,000,000,000,000,000');
    const content = [...objects.values()].map((each) => each.stream.toString('latin1')).join('');
    expect(content).toMatch(/\d+(\.\d+)? Tz/);
  });
});

describe('contents of a report', () => {
  test('an empty selection is a valid document with titles and a statement', async () => {
    const { pages } = await draw(() => []);
    expect(pages).toHaveLength(1);
    expect(texts(pages[0])).toContain('No records for the selection');
    expect(texts(pages[0])).toContain('Registration');
  });

  test('totals, control totals and the proof line come last', async () => {
    let sum = 0n;
    const { pages } = await draw(() => [], {
      open: () => ({
        items: (function* (): Generator<Item> {
          for (const shares of [5n, 7n]) {
            sum += shares;
            yield row('A', 'X', shares);
          }
          yield { kind: 'total', cells: ['Total', null, sum, null] };
        })(),
        closing: () => ({
          totals: [['Outstanding', sum]],
          proof: { difference: 0n },
          footnotes: ['Registered only.'],
        }),
      }),
    });
    const read = texts(pages[0]);
    expect(read).toContain('Control totals');
    expect(read.filter((text) => text === '12')).toHaveLength(2);
    expect(read).toContain('Difference: 0');
    expect(read.indexOf('Registered only.')).toBeGreaterThan(read.indexOf('Difference: 0'));
  });

  test.each(Array.from({ length: 30 }, (_, index) => index + 10))(
    'totals and proof share a page after %i rows',
    async (rows) => {
      const { pages } = await draw(() => [], {
        open: () => ({
          items: Array.from({ length: rows }, (_, index) => row('A', `HOLDER ${index}`, 1n)).values(),
          closing: () => ({
            totals: Array.from({ length: 4 }, (_, index) => [`Class ${index}`, 5n]),
            proof: { difference: 0n },
            footnotes: ['Registered only.'],
          }),
        }),
      });
      const last = texts(pages.at(-1));
      expect(last).toEqual(expect.arrayContaining(['Control totals', 'Class 0', 'Registered only.']));
      expect(last).toContain('Difference: 0');
    },
  );

  test('totals longer than a page repeat their heading', async () => {
    const { pages } = await draw(() => [], {
      open: () => ({
        items: [row('A', 'X', 1n)].values(),
        closing: () => ({
          totals: Array.from({ length: 120 }, (_, index) => [`Class ${index}`, 5n]),
          footnotes: [],
        }),
      }),
    });
    expect(texts(pages.at(-1))).toContain('Control totals (continued)');
    expect(texts(pages.at(-1))).toContain('Class 119');
  });

  test('each statement starts a page with a title, details follow their row', async () => {
    const { pages } = await draw(function* (): Generator<Item> {
      for (const holder of ['ALPHA', 'BETA', 'GAMMA']) {
        yield { kind: 'section', table: 'holders', page: 'titled' };
        yield { kind: 'letter', lines: [holder, null, '14 HARBOR ROW'] };
        yield {
          kind: 'facts',
          facts: [
            ['Account', `A-${holder}`],
            ['Shares', 1234n],
          ],
        };
        yield { kind: 'section', table: 'holders', title: 'Positions' };
        yield row('A-1', holder);
        yield { kind: 'sub', cells: ['BE-1', '2024-03-05', 100n] };
      }
    });
    expect(pages).toHaveLength(3);
    for (const [index, holder] of ['ALPHA', 'BETA', 'GAMMA'].entries()) {
      const read = texts(pages[index]);
      for (const part of [
        'Registered shareholder list',
        holder,
        `A-${holder}`,
        '1,234',
        'Positions',
        'BE-1',
        '3/5/2024',
        'Certificate',
      ]) {
        expect(read).toContain(part);
      }
    }
  });
});

describe('text', () => {
  const names = [
    'Łukasz Żółć',
    'Иван Сидоров',
    'Αλέξανδρος',
    'Nguyễn Văn An',
    '王小明 株式会社',
    '한국전자',
    '=HYPERLINK("x")',
    'a) Tj ET endstream endobj %%EOF \\',
  ];

  test('names of many scripts are read back unchanged', async () => {
    const { pages } = await draw(() => names.map((name, index) => row(`A-${index}`, name)));
    for (const name of names) expect(texts(pages[0])).toContain(name);
  });

  test('right-to-left names are drawn from the right; each glyph reads as its letter', async () => {
    const arabic = 'محمد الخالدي';
    const hebrew = 'דוד (ירושלים)';
    const { pages } = await draw(() => [row('A-1', arabic), row('A-2', hebrew)]);
    const backwards = (text: string) => [...text].reverse().join('');
    expect(texts(pages[0]).map(backwards)).toContain(hebrew);
    expect(texts(pages[0]).map(backwards).join('\n')).toContain(arabic);
  });

  test('unknown characters are boxes that read as themselves, direction marks have no effect', async () => {
    const { pages, objects } = await draw(() => [
      row('A-1', 'O \u{1F600} B'),
      row('A-2', 'x\u202egnp.exe'),
      row('A-3', 'bell\u0007'),
    ]);
    expect(texts(pages[0])).toContain('O \u{1F600} B');
    expect(texts(pages[0])).toContain('x\u202egnp.exe');
    expect(texts(pages[0])).toContain('bell\ufffd');
    const widths = [...objects.values()].map((each) => each.head).filter((head) => head.includes('/W ['));
    expect(widths.join()).not.toMatch(/\[0\]/);
  });

  test('payloads add no active objects', async () => {
    const payloads = [
      '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
      ') Tj ET\rendstream\rendobj',
      '<< /S /URI /URI (http://x) >>',
    ];
    const titles = { title: payloads[0] ?? '', issuerLine: payloads[1] ?? '' };
    const { bytes, objects } = await draw(() => payloads.map((payload) => row('A', payload)), titles);
    const { objects: plain } = await draw(() => payloads.map(() => row('A', 'PLAIN')));
    const heads = [...objects.values()].map((each) => each.head.replace(/\((?:\\.|[^\\)])*\)/gs, '()'));
    expect(heads.join()).not.toMatch(/\/(JS|AA|OpenAction|Launch|URI|EmbeddedFile)\b/);
    expect(objects.size).toBe(plain.size);
    expect(bytes.toString('latin1').match(/%%EOF/g)).toHaveLength(1);
  });
});

describe('file', () => {
  test('same document, same bytes; the only time is the timestamp', async () => {
    const [first, second] = [await draw(many(120)), await draw(many(120))];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    const later = await draw(many(120), { generatedAt: '2027-01-01T00:00:00Z' });
    expect(later.bytes.equals(first.bytes)).toBe(false);
  });

  test('the title keeps its characters, in the information and in the metadata', async () => {
    const { objects, trailer } = await draw(many(1), {
      title: 'A & <b> (list) 東',
      issuerLine: 'Smith\u0001',
    });
    const title = Buffer.from('\ufeffA & <b> (list) 東 – Smith\u0001', 'utf16le').swap16().toString('hex');
    expect(object(objects, reference(trailer, 'Info')).head).toContain(`/Title<${title}>`);
    const { stream } = object(objects, reference(catalogOf(objects, trailer), 'Metadata'));
    expect(stream.toString()).toContain('A &amp; &lt;b&gt; (list) 東 – Smith </rdf:li>');
  });

  test('title, language and title bar are set, fonts are embedded subsets', async () => {
    const { objects, bytes, trailer } = await draw(many(3));
    const catalog = catalogOf(objects, trailer);
    expect(catalog).toContain('/DisplayDocTitle true');
    expect(catalog).toContain('/Lang(en-US)');
    const metadata = object(objects, reference(catalog, 'Metadata')).stream.toString();
    expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(metadata).toContain('<xmp:CreateDate>2026-11-20T15:04:05Z</xmp:CreateDate>');
    const heads = [...objects.values()].map((each) => each.head).join('\n');
    expect(heads).toMatch(/\/BaseFont\/[A-Z]{6}\+Arimo-Regular/);
    expect(heads).not.toMatch(/\/BaseFont\/Helvetica/);
    expect(bytes.length).toBeLessThan(60_000);
  });

  test('bytes are streamed while rows are read; stopping early closes the source', async () => {
    const log: string[] = [];
    const stream = renderPdf(
      report(async function* () {
        try {
          for (let index = 0; index < 100_000; index += 1) {
            log.push('row');
            yield row(`A-${index}`, 'HOLDER');
          }
        } finally {
          log.push('closed');
        }
      }),
    );
    let taken = 0;
    for await (const chunk of stream) {
      taken += chunk.length;
      if (taken > 10_000) break;
    }
    expect(log.at(-1)).toBe('closed');
    expect(log.length).toBeLessThan(2000);
  });
});
