import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { type RunningApp, signIn, startApp } from '../../tests/app/running.ts';

// The list of 20,480 holders (issuer 1004) through both programs, against a bare stream of the same bytes.
const ROUNDS = 5;

type Round = { linkMs: number; firstByteMs: number; totalMs: number; bytes: number; body: Uint8Array };

function memoryMb(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

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

/** One list; a cutoff of its own makes it a request of its own, never a re-used run. */
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
  const answer = await fetch(`${app.url}/api/upstream/api/v1/Report/GenerateShareholderList`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  });
  const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
  const linkMs = performance.now() - began;
  const asked = performance.now();
  const file = await read(await fetch(downloadUrl, { headers: { cookie } }), asked);
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

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Prints one row per format and answers it for bench/results.json. */
export async function measure(): Promise<Record<string, number>[]> {
  const app = await startApp();
  const rows: Record<string, number>[] = [];
  try {
    const cookie = await signIn(app.url, 'operator@harborline.example');
    const registry = app.pidOf('registry/main.ts');
    const dashboard = app.pidOf('next');
    await list(app, cookie, true, '2026-10-01');
    await list(app, cookie, false, '2026-10-01');
    for (const isPDF of [true, false]) {
      const before = [memoryMb(registry), memoryMb(dashboard)];
      let peak = before;
      const watch = setInterval(() => {
        peak = [Math.max(peak[0] ?? 0, memoryMb(registry)), Math.max(peak[1] ?? 0, memoryMb(dashboard))];
      }, 10);
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push(await list(app, cookie, isPDF, `2026-10-${10 + round}`));
      }
      clearInterval(watch);
      const floor = await bare(rounds[0]?.body ?? new Uint8Array());
      rows.push({
        isPDF: Number(isPDF),
        megabytes: (rounds[0]?.bytes ?? 0) / 1e6,
        linkMs: median(rounds.map((r) => r.linkMs)),
        firstByteMs: median(rounds.map((r) => r.firstByteMs)),
        totalMs: median(rounds.map((r) => r.totalMs)),
        timesBareStream: median(rounds.map((r) => r.totalMs)) / floor,
        registryAddedMb: (peak[0] ?? 0) - (before[0] ?? 0),
        dashboardAddedMb: (peak[1] ?? 0) - (before[1] ?? 0),
      });
    }
  } finally {
    await app.stop();
  }
  return rows;
}
