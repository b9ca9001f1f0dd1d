import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCells, unzip } from '#lib/sheet/archive-for-tests';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { planted, plantedBook } from './planted.ts';
import { workbook } from './workbook.ts';

const registry = registryOfFile();
const run = command(registry, 'registry/import');
const folder = mkdtempSync(join(tmpdir(), 'findings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the file comes back with a list and with comments at its cells, and can be checked again', async () => {
  const [file, out, again] = ['planted.xlsx', 'findings.xlsx', 'again.xlsx'].map((name) =>
    join(folder, name),
  );
  writeFileSync(file!, await workbook(plantedBook()));
  const words = ['--dry-run', '--json', '--findings'];
  const env = { REGISTRY_CLOCK: '2026-12-15T16:00:00Z' };
  const first = await run([file!, ...words, out!], '', env);
  expect([first.status, first.err]).toEqual([1, '']);
  expect(statSync(out!).mode & 0o077).toBe(0);
  const parts = unzip(readFileSync(out!));
  const names = [...String(parts.get('xl/workbook.xml')).matchAll(/<sheet name="([^"]*)"/g)].map(
    ([, name]) => name,
  );
  expect(names.slice(0, 3)).toEqual(['Findings', 'Source', 'Issuer']);
  const list = readCells(String(parts.get('xl/worksheets/sheet1.xml')));
  const sentences = Array.from({ length: 40 }, (_, index) => list.get(`H${index + 2}`)?.value);
  expect(sentences.sort()).toEqual(planted.map(([, , , , sentence]) => sentence).sort());
  const number = names.indexOf('Positions') + 1;
  const notes = String(parts.get(`xl/comments${number}.xml`));
  for (const [sheet, at, , , sentence] of planted) {
    if (sheet !== 'Positions') continue;
    const cell = /^[A-Z]/.test(at) ? at : `A${at}`;
    expect(notes).toContain(`<comment ref="${cell}" authorId="0"><text><t>${sentence}</t></text></comment>`);
  }
  const cells = readCells(String(parts.get(`xl/worksheets/sheet${number}.xml`)));
  expect(cells.get('F10')).toMatchObject({ type: 'inlineStr', value: '=F9*2' });
  expect(cells.get('E50')).toMatchObject({ value: '118A' });

  const second = JSON.parse((await run([out!, ...words, again!], '', env)).out);
  const before = JSON.parse(first.out);
  type Found = { findings: { sheet: string; sentence: string }[] };
  const texts = ({ findings }: Found) =>
    findings.filter(({ sheet }) => sheet === 'Holders').map(({ sentence }) => sentence);
  expect(texts(before)).toHaveLength(planted.filter(([sheet]) => sheet === 'Holders').length);
  expect(texts(second)).toEqual(texts(before));
});

test('an existing file is kept', async () => {
  const out = join(folder, 'kept.xlsx');
  writeFileSync(out, 'kept');
  const { status, err } = await run([join(folder, 'none.xlsx'), '--dry-run', '--findings', out]);
  expect([status, err]).toEqual([2, `${out} exists already. Nothing was read.\n`]);
  expect(readFileSync(out, 'utf8')).toBe('kept');
});
