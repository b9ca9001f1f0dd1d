import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Pool } from 'pg';
import { largeRegistry } from '../programs/large-registry.ts';
import { alternating, type Form, type Row, row } from '../row.ts';

/** Seeding the register takes longer than the measurement. */
export const heavy = true;

const today = new Date().toISOString().slice(0, 10);
const address = { address1: '1 ELM ST', city: 'DOVER', state: 'DE', postalCode: '19901', country2Code: 'US' };

/** An issuance of one certificate to a known holder. */
function body(holder: number): string {
  const author = {
    createdByEmail: 'bench@agent.example',
    createdByFirstName: 'Bench',
    createdByLastName: 'Agent',
  };
  return JSON.stringify({
    ...author,
    idempotencyId: randomUUID(),
    customerIssuerId: 5001,
    effectiveDate: today,
    processDate: today,
    chargeAmount: 0,
    certificateType: 'BookEntry',
    securityType: null,
    comments: null,
    restrictionCode: null,
    certificates: [{ shares: 1, restrictionCode: null }],
    shareholder: {
      ...author,
      customerShareholderId: `L5001-${String(holder).padStart(7, '0')}`,
      name: 'KNOWN HOLDER',
      sortName: 'HOLDER, KNOWN',
      accountType: 'Individual',
      primaryPayeeName: null,
      primaryTaxId: '900-01-0001',
      primaryTaxIdType: 'SSN',
      primaryAddress: address,
    },
    TaxLots: null,
  });
}

/** Work of `clients` one after the other each, for so many seconds; how many were done a second. */
async function rate(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) {
        await work(client);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - began);
}

function post(url: string, headers: Record<string, string>, agent: Agent, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/v1/Transaction/CreateNewIssuance`,
      { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
      (answer) => {
        let told = '';
        answer.setEncoding('utf8').on('data', (part) => {
          told += part;
        });
        answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(told))));
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

/** What pgbench does without its binary, which the embedded server does not bring: one row a transaction, prepared. */
async function insertRate(pool: Pool, clients: number, seconds: number): Promise<number> {
  const held = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
  try {
    return await rate(clients, seconds, async (client) => {
      await held[client]!.query({
        name: 'bench insert',
        text: 'insert into bench_row (id, issuer_id, holder_id, shares, note) values ($1, $2, $3, $4, $5)',
        values: [randomUUID(), 1, 100_001, 100, 'one row'],
      });
    });
  } finally {
    for (const one of held) one.release();
  }
}

/** Durable issuances of one certificate over HTTP, all at one issuer, against single-row inserts of the same engine. */
export async function measure({ full }: Form): Promise<Row[]> {
  const holders = full ? 100_000 : 10_000;
  const registry = await largeRegistry();
  try {
    await registry.seed(5001, holders);
    await registry.pool.query(
      'create table bench_row (id uuid primary key, issuer_id bigint, holder_id bigint, shares bigint, note text)',
    );
    const program = await registry.start();
    const rows: Row[] = [];
    let holder = 3;
    for (const clients of [1, 16]) {
      const agent = new Agent({ keepAlive: true, maxSockets: clients });
      const seconds = full ? 5 : 2;
      const issue = () =>
        rate(clients, seconds, () => {
          holder = holder >= holders * 0.5 ? 3 : holder + 1;
          return post(program.url, program.headers, agent, body(holder));
        });
      await issue();
      const { ours, floors } = await alternating(full ? 9 : 3, issue, () =>
        insertRate(registry.pool, clients, seconds),
      );
      agent.destroy();
      rows.push(
        row(`durable issuances, ${clients} at a time`, '/s', {
          values: ours,
          floors,
          limit: { of: 'ratio', atLeast: 0.5 },
          note: 'floor: single-row insert transactions through pg; no pgbench comes with the embedded server',
        }),
      );
    }
    await program.stop();
    return rows;
  } finally {
    await registry.release();
  }
}
