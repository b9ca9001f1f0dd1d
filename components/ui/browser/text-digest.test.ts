import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { digestOfText } from './text-digest.ts';

afterEach(() => vi.unstubAllGlobals());

const text = '\ufeffIssuer,Número\r\n1001,7\r\n';
const expected = createHash('sha256').update(text).digest('hex');

it('is that of the bytes of the file saved from the text', async () => {
  expect(await digestOfText(text)).toBe(expected);
});

it('is the same where the browser has no digests of its own', async () => {
  vi.stubGlobal('crypto', {});
  expect(await digestOfText(text)).toBe(expected);
});
