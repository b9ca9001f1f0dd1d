import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { clockIn } from '../clock.ts';
import { settled, tail } from './growing-file.ts';
import type { RenderNews, RenderWorkers } from './render-workers.ts';
import { openReportStore } from './report-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'desks-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One table for several report stores, as with one shared database. */
const rows = new Map<string, Record<string, unknown>>();
const pool = {
  query: async (sql: string, [code, ...rest]: string[]) => {
    if (sql.startsWith('insert')) {
      const [client_id, , , , file_name, content_type, access_hash] = rest;
      const about = { client_id, file_name, content_type, access_hash, state: 'Rendering' };
      rows.set(`${code}`, { file_code: code, issuer_id: 1n, size_bytes: null, sha256: null, ...about });
    } else if (sql.startsWith('update')) {
      const [state, size_bytes, sha256] = rest;
      Object.assign(rows.get(`${code}`) ?? {}, { state, size_bytes, sha256 });
    } else if (sql.includes('where file_code')) {
      const row = rows.get(`${code}`);
      return { rows: row ? [{ ...row }] : [] };
    }
    return { rows: [...rows.values()].filter(({ state }) => sql.includes("'Ready'") && state === 'Ready') };
  },
} as unknown as Pool;

async function desk() {
  const reported: { path: string; tell: (news: RenderNews) => void }[] = [];
  const workers: RenderWorkers = {
    submit: ({ path }, _urgent, tell) => void reported.push({ path, tell }),
    load: () => reported.length,
    close: async () => {},
  };
  const metrics = { count: () => {}, time: () => {} };
  const clock = clockIn('America/New_York');
  return { reported, ...(await openReportStore({ pool, clock, folder, workers, log: () => {}, metrics })) };
}

const order = {
  clientId: 'c',
  operation: 'o',
  issuerId: 1n,
  tokenIssuers: null,
  input: {},
  fileName: 'a.pdf',
  contentType: 'application/pdf',
  urgent: false,
  order: {},
};

const stay = new AbortController().signal;

test('a file created by one process is read by another as it grows, to its end', async () => {
  const one = await desk();
  const codes = await one.place(order);
  const [{ path, tell } = { path: '', tell: () => {} }] = one.reported;
  writeFileSync(path, 'first ');
  // Opened while the other is working: unfinished reports of a live process stay.
  const two = await desk();
  expect(existsSync(path)).toBe(true);
  const found = await two.find({ ...codes, fileName: 'a.pdf' });
  if (!found) throw new Error('The link does not hold at the other process.');
  const pieces = tail(found.file, stay);
  expect(Buffer.from((await pieces.next()).value ?? []).toString()).toBe('first ');
  expect(found.file.state).toBe('Rendering');
  appendFileSync(path, 'last');
  tell({ kind: 'done', bytes: 10, sha256: 'ab' });
  let rest = '';
  for await (const piece of pieces) rest += Buffer.from(piece).toString();
  expect([rest, found.file.state, found.file.sha256]).toEqual(['last', 'Ready', 'ab']);
  one.close();
  two.close();
});

test('a partial file of a dead process has failed for the others, and is deleted by the next', async () => {
  const [one, two] = [await desk(), await desk()];
  const codes = await one.place(order);
  const [{ path } = { path: '' }] = one.reported;
  writeFileSync(path, 'half');
  const found = await two.find({ ...codes, fileName: 'a.pdf' });
  if (!found) throw new Error('The link does not hold at the other process.');
  expect(found.file.state).toBe('Rendering');
  one.close();
  await settled(found.file, stay);
  expect(found.file.state).toBe('Failed');
  expect(existsSync(path)).toBe(true);
  const three = await desk();
  expect(existsSync(path)).toBe(false);
  two.close();
  three.close();
});
