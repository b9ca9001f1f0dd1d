// Measures rows per second and memory of the XLSX and PDF renderers, against minimal writers.

import { renderPdf } from '#registry/render/pdf/pdf';
import { renderXlsx } from '#registry/render/xlsx';
import { alternating, type Form, type Row, row } from '../row.ts';
import { barePdf, bareXlsx } from './minimal-writers.ts';
import { listOf } from './source.ts';

type Writer = (count: number) => AsyncIterable<Uint8Array>;

const kits: readonly (readonly [format: string, ours: Writer, bare: Writer])[] = [
  ['XLSX', (count) => renderXlsx(listOf(count)), bareXlsx],
  ['PDF', (count) => renderPdf(listOf(count)), barePdf],
];

/**
 * The two kits over an in-process source, each compared with the minimal output of its library for the same
 * figures: rows per second of both, and the memory that a whole file adds to the process.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const count = full ? 1_000_000 : 100_000;
  const rows: Row[] = [];
  for (const [format, ours, bare] of kits) {
    // Loads fonts and compiles code before the first round, as in a worker that waits for jobs.
    for (const writer of [ours, bare]) await perSecond(writer, 5_000);
    const added: number[] = [];
    const { ours: values, floors } = await alternating(
      full ? 5 : 3,
      async () => {
        const before = settled();
        const result = await perSecond(ours, count);
        added.push((result.peak - before) / 1e6);
        return result.rowsPerSecond;
      },
      async () => (await perSecond(bare, count)).rowsPerSecond,
    );
    const size = count.toLocaleString('en-US');
    rows.push(
      row(`${format} of ${size} rows against the bare writer`, 'rows/s', {
        values,
        floors,
        limit: { of: 'ratio', atLeast: 0.5 },
      }),
      row(`${format} of ${size} rows, absolute`, 'rows/s', {
        values,
        limit: { of: 'value', atLeast: 50_000 },
      }),
      row(`${format} of ${size} rows, memory added`, 'MB', {
        values: added,
        limit: { of: 'value', atMost: 200 },
      }),
    );
  }
  return rows;
}

function settled(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

async function perSecond(writer: Writer, count: number): Promise<{ rowsPerSecond: number; peak: number }> {
  const began = performance.now();
  let peak = 0;
  let unseen = 0;
  for await (const piece of writer(count)) {
    unseen += piece.length;
    if (unseen < 1_000_000) continue;
    unseen = 0;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const rowsPerSecond = (count * 1000) / (performance.now() - began);
  return { rowsPerSecond, peak: Math.max(peak, process.memoryUsage.rss()) };
}
