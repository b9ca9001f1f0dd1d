// Measures a large download through the dashboard, against a handler that only passes it on.

import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { startBareHandler } from '../programs/bare-handler.ts';
import { startLargeReport } from '../programs/large-report.ts';
import { residentMb } from '../programs/memory.ts';
import { type Product, startProduct } from '../programs/product.ts';
import { alternating, type Form, type Row, row } from '../row.ts';

function open(address: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    request(address, { headers, agent: false }, done).on('error', failed).end();
  });
}

/** Reads a response to its end: MB per second, size, and digest if requested. */
async function read(address: string, headers: Record<string, string>, digest = false) {
  const began = performance.now();
  const response = await open(address, headers);
  if (response.statusCode !== 200) throw new Error(`The file answered ${response.statusCode}.`);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (digest) hash.update(chunk);
  }
  return { mbPerSecond: bytes / 1e6 / ((performance.now() - began) / 1000), bytes, sha: hash.digest('hex') };
}

/** Requests the report again and returns the URL of its file, which has begun to arrive. */
async function report(product: Product, cookie: string, cutoff: string): Promise<string> {
  const response = await fetch(`${product.url}/api/upstream/api/v1/Report/GenerateOwnershipPercentage`, {
    method: 'POST',
    headers: { cookie, origin: product.url, 'x-sharebook': '1', 'content-type': 'application/json' },
    body: JSON.stringify({
      customerIssuerId: 1001,
      cutoff,
      sortBy: 'Shares',
      orderBy: 'Ascending',
      isPDF: true,
    }),
  });
  if (!response.ok) throw new Error(`The report answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { downloadUrl: string }).downloadUrl;
}

/** Milliseconds from a reader's disconnect during a response until the registry's connection is closed. */
async function leavingMs(url: string, cookie: string, left: () => Promise<number>): Promise<number> {
  const closed = left();
  const path = '/api/upstream/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=1001';
  const call = request(url + path, { headers: { cookie }, agent: false });
  call.on('error', () => undefined).end();
  // Long enough for the response to have started everywhere.
  await new Promise((done) => setTimeout(done, 500));
  const at = performance.now();
  call.destroy();
  return (await closed) - at;
}

/** One large file through both dashboard paths (live and stored), against a handler that only passes it on. */
export async function measure({ full }: Form): Promise<Row[]> {
  const megabytes = full ? 1000 : 128;
  const large = await startLargeReport(megabytes * 1_000_000);
  const bare = await startBareHandler(large.base);
  const product = await startProduct(large.base);
  try {
    const cookie = await product.cookieOf('ta-operator', []);
    const bareUrl = `${bare.url}/api/upstream${large.path}`;
    let day = 0;
    const file = () => {
      day += 1;
      return report(product, cookie, `2026-10-${String(day).padStart(2, '0')}`);
    };
    const [ours, theirs] = [await read(await file(), { cookie }, true), await read(bareUrl, {}, true)];
    const before = residentMb(product.pid);
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMb(product.pid));
    }, 20);
    const rates = await alternating(
      full ? 7 : 4,
      async () => (await read(await file(), { cookie })).mbPerSecond,
      async () => (await read(bareUrl, {})).mbPerSecond,
    );
    clearInterval(watch);
    const leaving: number[] = [];
    for (let round = 0; round < 5; round += 1) leaving.push(await leavingMs(product.url, cookie, large.left));
    const size = megabytes === 1000 ? '1 GB' : `${megabytes} MB`;
    return [
      row(`${size} while it arrives`, 'MB/s', {
        values: rates.ours,
        floors: rates.floors,
        limit: { of: 'ratio', atLeast: 0.4 },
        note: 'the dashboard also writes, digests and checks the file; the floor only passes it on',
      }),
      row(`${size}: memory added`, 'MB', { values: [peak - before], limit: { of: 'value', atMost: 96 } }),
      row(`${size}: digests equal`, '(1 = yes)', {
        values: [Number(ours.sha === theirs.sha && ours.bytes === theirs.bytes)],
        limit: { of: 'value', atLeast: 1 },
      }),
      row('upstream closed after its reader left', 'ms', {
        values: leaving,
        limit: { of: 'value', atMost: 1000 },
        note: 'of a read; a report goes on without its reader and is kept',
      }),
    ];
  } finally {
    await product.stop();
    await bare.stop();
    await large.stop();
  }
}
