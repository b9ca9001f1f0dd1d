import { expect, test } from 'vitest';
import { fitsMediaType, isMediaType, type MediaType, mediaTypes } from './upload-limits.ts';

const heads: Record<MediaType, string[]> = {
  'application/pdf': ['255044462d312e37'],
  'image/png': ['89504e470d0a1a0a0000'],
  'image/jpeg': ['ffd8ffe000104a464946', 'ffd8ffdb'],
  'image/tiff': ['49492a0008000000', '4d4d002a00000008', '49492b0008000000', '4d4d002b00080000'],
};
const all = Object.entries(heads) as [MediaType, string[]][];

test.each(all)('%s is recognized by its first bytes, and nothing else is', (type, own) => {
  for (const [other, texts] of all)
    for (const text of texts) expect(fitsMediaType(Buffer.from(text, 'hex'), type)).toBe(other === type);
  for (const text of own) expect(fitsMediaType(Buffer.from(text, 'hex').subarray(0, 2), type)).toBe(false);
  for (const text of ['', '<html>', ' %PDF-1.7', 'PK\u0003\u0004', 'MZ'])
    expect(fitsMediaType(Buffer.from(text, 'latin1'), type)).toBe(false);
});

test('only these four', () => {
  expect(Object.keys(mediaTypes).every(isMediaType)).toBe(true);
  for (const other of ['image/svg+xml', 'text/html', 'application/PDF', 'constructor', ''])
    expect(isMediaType(other)).toBe(false);
});
