import { describe, expect, test } from 'vitest';
import { gather } from '../sheet/archive-for-tests.ts';
import { writeZip } from '../sheet/zip.ts';
import { endsWhole, formatOf, headBytes, tailBytes } from './format.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const zip = () =>
  gather(writeZip([{ name: 'a.xml', data: Buffer.from('<a/>'.repeat(5000)) }], { date: '2026-11-20' }));
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n');

const kindOf = (bytes: Buffer, extension: string, type: string | null) =>
  formatOf(bytes.subarray(0, headBytes), extension, type)?.extension ?? null;
const whole = (bytes: Buffer, extension: 'pdf' | 'xlsx') => {
  const format = formatOf(bytes.subarray(0, headBytes), extension, null);
  if (!format) throw new Error('no format');
  return endsWhole(format, bytes.subarray(-tailBytes), bytes.length);
};

describe('file type', () => {
  test('name, type and first bytes must match', async () => {
    const sheet = await zip();
    expect(kindOf(pdf, 'pdf', 'application/pdf')).toBe('pdf');
    expect(kindOf(sheet, 'xlsx', xlsxType)).toBe('xlsx');
    expect(kindOf(sheet, 'zip', null)).toBe('zip');
    expect(kindOf(sheet, 'pdf', 'application/pdf')).toBeNull();
    expect(kindOf(pdf, 'xlsx', 'application/octet-stream')).toBeNull();
    expect(kindOf(sheet, 'xlsx', 'application/pdf')).toBeNull();
    expect(kindOf(sheet, 'exe', null)).toBeNull();
  });
  test('an error page is not a report, whatever its name', () => {
    const page = Buffer.from('<!doctype html><title>502</title>');
    for (const extension of ['pdf', 'xlsx', 'zip']) expect(kindOf(page, extension, null)).toBeNull();
    for (const type of ['text/html', 'application/json', 'application/problem+json', 'application/xml'])
      expect(kindOf(pdf, 'pdf', type)).toBeNull();
  });
});

describe('completeness', () => {
  test('a file truncated anywhere is incomplete', async () => {
    const sheet = await zip();
    expect([whole(pdf, 'pdf'), whole(sheet, 'xlsx')]).toEqual([true, true]);
    for (let cut = 1; cut < 60; cut += 1) {
      expect(whole(sheet.subarray(0, -cut), 'xlsx')).toBe(false);
      if (cut > 1 && cut < 30) expect(whole(pdf.subarray(0, -cut), 'pdf')).toBe(false);
    }
  });
  test('an end record that points at something other than a directory is invalid', async () => {
    const sheet = await zip();
    const moved = Buffer.from(sheet);
    moved.writeUInt32LE(sheet.readUInt32LE(sheet.length - 6) - 7, sheet.length - 6);
    expect(whole(moved, 'xlsx')).toBe(false);
  });
  test('missing bytes in the middle shift the directory, which is detected', async () => {
    const sheet = await zip();
    const torn = Buffer.concat([sheet.subarray(0, 40), sheet.subarray(60)]);
    expect(whole(torn, 'xlsx')).toBe(false);
  });
});
