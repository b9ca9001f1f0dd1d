// Measures shareholder lists of a large issuer over HTTP, and page reads while lists are being created.

import { setTimeout as pause } from 'node:timers/promises';
import {
  type LargeRegistry,
  largeRegistry,
  metricsToken,
  type RunningRegistry,
} from '../programs/large-registry.ts';
import { burst } from '../programs/load-generator.ts';
import { residentMb } from '../programs/memory.ts';
import { type Form, type Row, row } from '../row.ts';

/** A large register has to be built first. */
export const heavy = true;

const issuer = 9001;
const cutoff = '2026-11-18';
const bulk = { certificateInfoStatus: 'Outstanding', addressStatus: 'All' };

/** A list of everybody has the digest of its content and the verdict on the books, which are read behind its last row. */
const selections = [
  { name: '', restrictionStatus: 'All', where: 'true' },
  { name: ' of unrestricted shares', restrictionStatus: 'NonRestricted', where: "c.restriction = 'N'" },
] as const;
type Selection = (typeof selections)[number];

/** Requests a list and returns its link; the file is created from then on, whether it is read or not. */
async function order(
  { url, headers }: RunningRegistry,
  isPDF: boolean,
  { restrictionStatus }: Selection = selections[0],
): Promise<string> {
  const response = await fetch(`${url}/api/v1/Report/GenerateShareholderList`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...bulk, customerIssuerId: issuer, isPDF, cutoff, restrictionStatus }),
  });
  if (!response.ok) throw new Error(`The list answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { downloadUrl: string }).downloadUrl;
}

async function read(link: string, { headers }: RunningRegistry): Promise<{ firstAt: number; bytes: number }> {
  const file = await fetch(link, { headers });
  if (!file.ok || !file.body) throw new Error(`The file answered ${file.status}.`);
  let firstAt = Number.NaN;
  let bytes = 0;
  for await (const piece of file.body) {
    if (bytes === 0) firstAt = performance.now();
    bytes += piece.length;
  }
  return { firstAt, bytes };
}

/** One list from the request to its last byte, and the peak memory of the process. */
async function whole(program: RunningRegistry, isPDF: boolean, selection: Selection) {
  let peak = residentMb(program.pid);
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(program.pid));
  }, 20);
  const began = performance.now();
  const { firstAt, bytes } = await read(await order(program, isPDF, selection), program);
  clearInterval(watch);
  return { ms: performance.now() - began, firstMs: firstAt - began, megabytes: bytes / 1e6, peak };
}

async function listedRows({ pool }: LargeRegistry, { where }: Selection): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as n from (select distinct c.holder_id, c.class_id from certificate c join issuer i on i.id = c.issuer_id
      where i.customer_id = $1 and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury and ${where}) as listed`,
    [issuer, cutoff],
  );
  return rows[0].n;
}

/** Whole lists over HTTP: database, query, rendering, spool file and download. */
async function lists(registry: LargeRegistry, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  const cases = [];
  for (const selection of selections) {
    const count = await listedRows(registry, selection);
    cases.push({ selection, count, isPDF: false }, { selection, count, isPDF: true });
  }
  for (const { selection, count, isPDF } of cases) {
    const program = await registry.start();
    // The render worker starts half a second later than the registry; an earlier list would wait for it.
    await pause(1_000);
    const name = `${isPDF ? 'PDF' : 'XLSX'}${selection.name}`;
    const size = count.toLocaleString('en-US');
    try {
      const before = residentMb(program.pid);
      const measured = [];
      for (let round = 0; round < rounds; round += 1) measured.push(await whole(program, isPDF, selection));
      rows.push(
        row(`${name}, order to last byte`, 'rows/s', {
          values: measured.map(({ ms }) => (count * 1000) / ms),
          limit: { of: 'value', atLeast: 50_000 },
          note: `${size} rows, ${measured[0]?.megabytes.toFixed(1)} MB`,
        }),
        row(`${name}, order to first byte`, 'ms', {
          values: measured.map(({ firstMs }) => firstMs),
          limit: { of: 'value', atMost: 200 },
        }),
        row(`${name}, memory added to the registry`, 'MB', {
          values: measured.map(({ peak }) => peak - before),
          limit: { of: 'value', atMost: 200 },
        }),
      );
    } finally {
      await program.stop();
    }
  }
  return rows;
}

/** A page of the cap table, requested repeatedly, first alone and then while four lists are being created. */
async function interference(registry: LargeRegistry, rounds: number, requests: number): Promise<Row[]> {
  const program = await registry.start();
  try {
    const page = `${program.url}/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=${issuer}&Start=0&NumberOfRows=50`;
    const request = () => burst([{ address: page, headers: program.headers }], requests);
    await request();
    const [idle, busy]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      idle.push((await request()).p99);
      const links = await Promise.all([false, true, false, true].map((isPDF) => order(program, isPDF)));
      await pause(200);
      busy.push((await request()).p99);
      if ((await waiting(program)) === 0)
        throw new Error('The lists ended before the pages had been asked for.');
      await Promise.all(links.map((link) => read(link, program)));
    }
    return [
      row('page p99 with four lists ordered', 'ms', {
        values: busy,
        floors: idle,
        limit: { of: 'ratio', atMost: 3 },
        note: 'two are made at a time, two wait',
      }),
    ];
  } finally {
    await program.stop();
  }
}

/** Lists that no worker has begun: while there is one, all workers have been busy. */
async function waiting({ url }: RunningRegistry): Promise<number> {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  const queued = /^sharebook_registry_report_queue (\d+)/m.exec(text)?.[1];
  if (queued === undefined) throw new Error('The registry does not tell how many reports wait.');
  return Number(queued);
}

export async function measure({ full }: Form): Promise<Row[]> {
  const registry = await largeRegistry();
  try {
    await registry.seed(issuer, full ? 1_000_000 : 100_000);
    return [
      ...(await lists(registry, full ? 5 : 3)),
      ...(await interference(registry, 5, full ? 1_000 : 400)),
    ];
  } finally {
    await registry.release();
  }
}
