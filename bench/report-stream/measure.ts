// Measures a list of 20,480 holders streamed through registry and dashboard, against a bare stream.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { type RunningApp, signIn, startApp } from '#tests/app/running';
import { residentMb } from '../programs/memory.ts';
import { type Form, type Row, row } from '../row.ts';

/** Starts the whole program. */
export const heavy = true;

type Round = { linkMs: number; firstByteMs: number; totalMs: number; bytes: number; body: Uint8Array };

async function read(
  response: Response,
  began: number,
): Promise<{ firstByteMs: number; totalMs: number; body: Uint8Array }> {
  if (!response.ok || !response.body) throw new Error(`The file answered ${response.status}.`);
  const parts: Uint8Array[] = [];
  let firstByteMs = Number.NaN;
  for await (const part of response.body) {
    if (parts.length === 0) firstByteMs = performance.now() - began;
    parts.push(part);
  }
  return { firstByteMs, totalMs: performance.now() - began, body: Buffer.concat(parts) };
}

/** One list; its own cutoff makes it a distinct request, so that no earlier run is reused. */
async function list(app: RunningApp, cookie: string, isPDF: boolean, cutoff: string): Promise<Round> {
  const headers = { cookie, origin: app.url, 'x-sharebook': '1', 'content-type': 'application/json' };
  const input = {
    customerIssuerId: 1004,
    isPDF,
    certificateInfoStatus: 'All',
    restrictionStatus: 'All',
    addressStatus: 'All',
    showAddressInfo: true,
    cutoff,
  };
  const began = performance.now();
  const response = await fetch(`${app.url}/api/upstream/api/v1/Report/GenerateShareholderList`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  });
  const { downloadUrl } = (await response.json()) as { downloadUrl: string };
  const linkMs = performance.now() - began;
  const requested = performance.now();
  const file = await read(await fetch(downloadUrl, { headers: { cookie } }), requested);
  return { linkMs, ...file, bytes: file.body.length };
}

async function bare(body: Uint8Array): Promise<number> {
  const server = createServer((_request, response) => {
    Readable.from(
      (function* () {
        for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
      })(),
    ).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const began = performance.now();
  const { totalMs } = await read(await fetch(`http://127.0.0.1:${port}/`), began);
  server.close();
  return totalMs;
}

/** Peak memory of either process above its start, in MB. */
function watched(pids: readonly (number | undefined)[]) {
  const before = pids.map(residentMb);
  const added = pids.map(() => 0);
  const timer = setInterval(() => {
    for (const [at, pid] of pids.entries())
      added[at] = Math.max(added[at] ?? 0, residentMb(pid) - (before[at] ?? 0));
  }, 10);
  return { added, end: () => clearInterval(timer) };
}

/** The long list through both processes: time to first byte, total time, and memory. */
export async function measure({ full }: Form): Promise<Row[]> {
  const app = await startApp();
  const rows: Row[] = [];
  try {
    const cookie = await signIn(app.url, 'operator@harborline.example');
    const registry = app.pidOf('registry/main.ts');
    const dashboard = app.pidOf('server.ts');
    await list(app, cookie, true, '2026-10-01');
    await list(app, cookie, false, '2026-10-01');
    for (const isPDF of [true, false]) {
      const { added, end } = watched([registry, dashboard]);
      const rounds: Round[] = [];
      const floors: number[] = [];
      for (let round = 0; round < (full ? 15 : 5); round++) {
        const made = await list(app, cookie, isPDF, `2026-10-${10 + round}`);
        rounds.push(made);
        floors.push(await bare(made.body));
      }
      end();
      const name = (what: string) => `20,480 holders as ${isPDF ? 'PDF' : 'XLSX'}: ${what}`;
      const of = (read: (round: Round) => number) => rounds.map(read);
      const values = (what: number | undefined) => ({ values: [what ?? Number.NaN] });
      rows.push(
        row(name('link'), 'ms', { values: of((r) => r.linkMs) }),
        row(name('first byte'), 'ms', {
          values: of((r) => r.firstByteMs),
          limit: { of: 'value', atMost: 200 },
        }),
        row(name('whole file, against a bare stream'), 'ms', { values: of((r) => r.totalMs), floors }),
        row(name('size'), 'MB', { values: of((r) => r.bytes / 1e6) }),
        row(name('memory the registry added'), 'MB', {
          ...values(added[0]),
          limit: { of: 'value', atMost: 200 },
        }),
        row(name('memory the dashboard added'), 'MB', {
          ...values(added[1]),
          limit: { of: 'value', atMost: 96 },
        }),
      );
    }
  } finally {
    await app.stop();
  }
  return rows;
}
