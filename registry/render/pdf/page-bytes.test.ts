import { expect, it } from 'vitest';
import { newCanvas } from './canvas.ts';
import { objectWriter } from './object-writer.ts';
import { pageBytes } from './page-bytes.ts';
import { textEncoder } from './text-encoder.ts';

const read = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

it('writes hundredths as decimal numbers without trailing zeros', () => {
  const page = pageBytes();
  const values = [
    0,
    1,
    9,
    10,
    99,
    100,
    101,
    110,
    999,
    1_000,
    79_200,
    99_999,
    100_000,
    12_345_678,
    2 ** 31 - 1,
  ];
  const all = [...values, ...values.map((value) => (value === 0 ? 0 : -value))];
  for (const value of all) page.decimal(value);
  expect(read(page.written())).toBe(all.map((value) => `${value / 100} `).join(''));
});

it('shows text by the codes of its characters, two bytes each', () => {
  const page = pageBytes();
  const codes = new Uint16Array(0x100);
  codes[0x41] = 0x0102;
  codes[0xe9] = 0xfffe;
  page.glyphs('AéA', codes);
  page.glyphs('', codes);
  expect(read(page.written())).toBe('(\x01\x02\xff\xfe\x01\x02)Tj\n()Tj\n');
});

it('grows with the content and restarts after it was cleared', () => {
  const page = pageBytes();
  const codes = new Uint16Array(0x100).fill(0x4142);
  const expected: string[] = [];
  for (let index = 0; index < 3_000; index += 1) {
    page.text('q \xff\n');
    page.glyphs('x'.repeat(index % 40), codes);
    page.decimal(index);
    expected.push('q \xff\n', `(${'AB'.repeat(index % 40)})Tj\n`, `${index / 100} `);
  }
  expect(read(page.written())).toBe(expected.join(''));
  page.clear();
  expect(page.written()).toHaveLength(0);
  page.text('g');
  expect(read(page.written())).toBe('g');
});

it('writes whole numbers', () => {
  const page = pageBytes();
  const values = [0, 7, 10, 99, 100, 999, 1_000, 12_345, 2 ** 31 - 1];
  for (const value of values) page.integer(value);
  expect(read(page.written())).toBe(values.map((value) => `${value} `).join(''));
  expect(page.size()).toBe(page.written().length);
});

it('carries nothing over to the next page, and keeps finished pages', () => {
  const canvas = newCanvas();
  const draw = () => {
    canvas.rule(10, 20, 30.5, 0.25, 0.82);
    canvas.band(1, 2, 3, 4.125, 0.9);
    canvas.place('Total', 5, 6.5);
    return canvas.taken();
  };
  const first = draw();
  expect(read(first)).toBe(
    '/Artifact BMC\n0.82 g 10 20 30.5 0.25 re f\n0.9 g 1 2 3 4.13 re f\nEMC\nBT\nET\nq 1 0 0 1 5 6.5 cm /Total Do Q\n',
  );
  const before = read(first);
  expect(read(draw())).toBe(before);
  canvas.rule(7, 7, 7, 7, 0.1);
  expect(read(canvas.taken())).not.toContain('Total');
  expect(read(first)).toBe(before);
});

it('refuses text that is neither content of an element nor an artifact', () => {
  const canvas = newCanvas();
  const encoder = textEncoder(objectWriter());
  const draw = () => canvas.text(encoder.encode('A', 'regular'), 1, 1, { size: 8, gray: 0 });
  expect(draw).toThrow('element');
  canvas.begin('P', 3);
  draw();
  expect(() => canvas.beginArtifact('Footer')).toThrow('not ended');
  canvas.end();
  expect(draw).toThrow('element');
  expect(read(canvas.taken())).toMatch(/^BT\n\/P<<\/MCID 3 >>BDC\n.*EMC\nET\n$/s);
});
