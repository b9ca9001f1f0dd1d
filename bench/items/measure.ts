// Measures posting and reading items of the work queue over HTTP.

import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Pool } from 'pg';
import { issuanceOf, postIssuance, rate } from '../programs/issuances.ts';
import { largeRegistry, type RunningRegistry } from '../programs/large-registry.ts';
import { today } from '../programs/today.ts';
import { alternating, type Form, median, type Row, row } from '../row.ts';

/** Preparing items that are ready to post takes longer than the measurement. */
export const heavy = true;

const issuer = 5001;
const batchSize = 1000;
const clientsMost = 16;
const openItems = 10_000;
const actor = { email: 'bench@agent.example', firstName: 'Bench', lastName: 'Agent' };

type Source = { number: string; class: bigint; holder: bigint; name: string };
type Ready = { itemId: number; version: number };
type Send = <T>(path: string, body?: object) => Promise<T>;

function sender({ url, headers }: RunningRegistry, agent: Agent): Send {
  return (path, body) =>
    new Promise((resolve, reject) => {
      const method = body ? 'POST' : 'GET';
      const given = { method, agent, headers: { ...headers, 'content-type': 'application/json' } };
      const sent = request(`${url}${path}`, given, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () =>
          response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
        );
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
}

/** Certificates of different holders, none of them presented yet. */
async function certificates(pool: Pool, count: number): Promise<Source[]> {
  const { rows } = await pool.query(
    `select distinct on (c.holder_id) c.prefix || '-' || c.number as number, c.class_id as class, c.holder_id as holder, h.name
       from certificate c join issuer i on i.id = c.issuer_id and i.customer_id = $1 join holder h on h.id = c.holder_id
      where c.canceled_on = '9999-12-31' and c.restriction = 'N' and c.shares > 1 and not h.is_nominee
        and not c.is_treasury and h.name2 = '' and h.account_type = 'Individual'
        and not exists (select 1 from stop s where s.issuer_id = c.issuer_id and s.certificate_id = c.id)
        and not exists (select 1 from item_certificate p where p.issuer_id = c.issuer_id and p.certificate_id = c.id)
      order by c.holder_id, c.id limit $2`,
    [issuer, count],
  );
  if (rows.length < count) throw new Error(`Only ${rows.length} certificates are free.`);
  return rows;
}

/** A sale of one share of a certificate, with everything it needs. */
function content(source: Source, to: bigint) {
  return {
    kind: 'Transfer',
    caseCode: 'Sale',
    receivedAt: today,
    channel: 'Mail',
    presentor: { name: 'Meridian Clearing LLC', reference: source.number },
    certificates: [{ prefixAndCertificateNumber: source.number, isPaperHere: true }],
    securityTypeId: Number(source.class),
    lines: [{ systemShareholderId: Number(to), shares: 1 }],
    pricePerShare: '10.00',
    guarantees: [{ signer: source.name, prefix: 'Z', serial: '1', guarantorName: 'First Bank', date: today }],
    documents: ['Assignment', 'TaxForm'].map((kind) => ({ kind, state: 'Original', date: today })),
    facts: { assignmentDate: today, signers: 1 },
  };
}

/** Items that are entered and submitted: they are ready to post. */
async function readyItems(send: Send, pool: Pool, count: number): Promise<Ready[]> {
  const sources = await certificates(pool, count + 1);
  const entered: Ready[] = [];
  await inParallel(clientsMost, sources.slice(1), async (source, at) => {
    const { holder } = sources[at === 0 ? 0 : at]!;
    const body = { actor, customerIssuerId: issuer, content: content(source, holder) };
    const { itemId, version } = await send<Ready>('/agent/v1/items/create', body);
    entered.push({ itemId, version });
  });
  const results = await step(send, 'submit', entered);
  return results.map(({ itemId, version }) => ({ itemId, version }));
}

type Result = Ready & { isDone: boolean; message: string };

async function step(send: Send, name: string, items: readonly Ready[]): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += batchSize) {
    const body = { idempotencyId: randomUUID(), actor, items: items.slice(at, at + batchSize) };
    results.push(...(await send<{ results: Result[] }>(`/agent/v1/items/${name}`, body)).results);
  }
  const refused = results.find((one) => !one.isDone);
  if (refused) throw new Error(`An item was not taken on: ${refused.message}`);
  return results;
}

async function inParallel<T>(
  clients: number,
  list: readonly T[],
  work: (one: T, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let at = next++; at < list.length; at = next++) await work(list[at]!, at);
    }),
  );
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (count * 1000) / (performance.now() - began);
}

async function medianMs(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Further open items and ten times as many that ended, as copies of one; they serve reads only. */
async function fillQueue(pool: Pool, itemId: number): Promise<void> {
  const { rows } = await pool.query(
    `select string_agg(column_name, ', ') as names from information_schema.columns
      where table_name = 'item' and column_name not in ('id', 'stage', 'changed', 'txn_id')`,
  );
  for (const [stage, count, from] of [
    ['Entered', openItems, 50_000_000],
    ['Canceled', openItems * 10, 60_000_000],
  ])
    await pool.query(
      `insert into item (${rows[0].names}, id, stage, changed)
       select ${rows[0].names}, issuer_id * 100000000 + ${from} + n, '${stage}', 0 from item, generate_series(1, ${count}) as n
        where id = $1`,
      [itemId],
    );
  await pool.query('vacuum analyze item');
}

/**
 * Items of the work queue over HTTP: posted 1,000 in a request against issuances of the interface with 16 clients, one
 * at a time against issuances one at a time, and reads of a queue with 10,000 open items.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const holders = 10_000;
  const rounds = full ? 5 : 3;
  const seconds = full ? 5 : 2;
  const registry = await largeRegistry();
  const agent = new Agent({ keepAlive: true, maxSockets: clientsMost });
  try {
    await registry.seed(issuer, holders);
    const program = await registry.start();
    const { pool } = registry;
    const send = sender(program, agent);
    const batches: Ready[][] = [];
    for (let round = 0; round <= rounds; round += 1) batches.push(await readyItems(send, pool, batchSize));
    const singles = await readyItems(send, pool, 200 * rounds);
    await pool.query('vacuum analyze');
    const issuances = (clients: number, forSeconds: number) => {
      let holder = 0;
      return rate(clients, forSeconds, async () => {
        holder += 1;
        await postIssuance(program, agent, issuanceOf(issuer, 3 + (holder % (holders / 2))));
      });
    };
    // The first batch and the first issuances warm both up.
    await step(send, 'post', batches.pop()!);
    await issuances(clientsMost, 1);
    const batch = await alternating(
      rounds,
      (round) => perSecond(batchSize, () => step(send, 'post', batches[round]!)),
      () => issuances(clientsMost, seconds),
    );
    const single = await alternating(
      rounds,
      (round) =>
        perSecond(200, async () => {
          for (const one of singles.slice(round * 200, round * 200 + 200)) await step(send, 'post', [one]);
        }),
      () => issuances(1, seconds),
    );
    const [{ itemId }] = (await readyItems(send, pool, 1)) as [Ready];
    await fillQueue(pool, itemId);
    const page = `/agent/v1/items?customerIssuerId=${issuer}&numberOfRows=100`;
    const { sequence } = await send<{ sequence: number }>(page);
    const reads: [string, string, number][] = [
      ['first page of 100', page, 200],
      ['page of 100 in the middle', `${page}&start=5000`, 200],
      [
        'changes since the last one',
        `/agent/v1/items/changes?customerIssuerId=${issuer}&after=${sequence}`,
        20,
      ],
    ];
    const rows: Row[] = [
      row(`items posted ${batchSize} in a request`, '/s', {
        values: batch.ours,
        floors: batch.floors,
        limit: { of: 'ratio', atLeast: 0.5 },
        note: `floor: issuances of one certificate, ${clientsMost} at a time; an item is checked again in full when it is posted`,
      }),
      row('items posted one at a time', '/s', {
        values: single.ours,
        floors: single.floors,
        note: 'floor: issuances of one certificate, one at a time',
      }),
    ];
    for (const [what, path, atMost] of reads) {
      const values: number[] = [];
      for (let round = 0; round < rounds; round += 1) values.push(await medianMs(20, () => send(path)));
      const note = `${openItems} items are open, ${openItems * 10} have ended`;
      rows.push(row(`work queue, ${what}`, 'ms', { values, limit: { of: 'value', atMost }, note }));
    }
    await program.stop();
    return rows;
  } finally {
    agent.destroy();
    await registry.release();
  }
}
