import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { clockIn } from '../clock.ts';
import type { RenderNews, RenderWorkers } from './render-workers.ts';
import { openReportStore } from './report-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a report that ends while its link is looked up is found complete', async () => {
  let tell: (news: RenderNews) => void = () => {};
  const workers: RenderWorkers = {
    submit: (_order, _urgent, hear) => {
      tell = hear;
    },
    load: () => 0,
    close: async () => {},
  };
  let row: Record<string, unknown> = {};
  let looking = () => {};
  const rowRead = new Promise<void>((resolve) => {
    looking = resolve;
  });
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const query = async (sql: string, values: unknown[]) => {
    if (sql.startsWith('insert')) {
      row = { file_code: values[0], file_name: values[5], access_hash: values[7], state: 'Rendering' };
    }
    if (!sql.includes('access_hash, state, size_bytes')) return { rows: [] };
    const read = { ...row };
    looking();
    await held;
    return { rows: [read] };
  };
  const desk = await openReportStore({
    pool: { query } as unknown as Pool,
    clock: clockIn('America/New_York'),
    folder,
    workers,
    log: () => {},
    metrics: { count: () => {}, time: () => {} },
  });
  const codes = await desk.place({
    clientId: 'c',
    operation: 'o',
    issuerId: 1n,
    tokenIssuers: null,
    input: {},
    fileName: 'a.pdf',
    contentType: 'application/pdf',
    urgent: false,
    order: {},
  });
  expect(desk.pending()).toBe(1);
  const found = desk.find({ ...codes, fileName: 'a.pdf' });
  await rowRead;
  tell({ kind: 'done', bytes: 7, sha256: 'ab' });
  await expect.poll(() => desk.pending()).toBe(0);
  respond();
  expect((await found)?.file).toMatchObject({ state: 'Ready', bytes: 7, sha256: 'ab' });
});

test('of many concurrent orders a client gets its share, and a slot again when one has ended', async () => {
  const ends: ((news: RenderNews) => void)[] = [];
  const desk = await openReportStore({
    pool: { query: async () => ({ rows: [] }) } as unknown as Pool,
    clock: clockIn('America/New_York'),
    folder,
    workers: {
      submit: (_order, _urgent, hear) => void ends.push(hear),
      load: () => 0,
      close: async () => {},
    },
    log: () => {},
    metrics: { count: () => {}, time: () => {} },
  });
  const place = (clientId: string) =>
    desk.place({
      clientId,
      operation: 'o',
      issuerId: null,
      tokenIssuers: null,
      input: {},
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      urgent: false,
      order: {},
    });
  const burst = await Promise.allSettled(Array.from({ length: 120 }, () => place('busy')));
  expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  await expect(place('busy')).rejects.toMatchObject({ status: 429 });
  await place('other');
  ends[0]?.({ kind: 'failed', reason: 'for the test' });
  await place('busy');
  await expect(place('busy')).rejects.toMatchObject({ status: 429 });
});
