import { parseArgs } from 'node:util';
import { withTransaction } from '#lib/postgres/pool';
import { clockIn } from '#registry/clock';
import { SPAN } from '#registry/db/ids';
import { openDatabase } from '#registry/db/open';
import { readEnv } from '#registry/env';
import type { Tx } from '#registry/ledger/core/unit-of-work';
import {
  completeIssuance,
  type PendingItem,
  pendingIssuances,
} from '#registry/ledger/issuance/pending-issuance';
import { setIssuerStatus } from '#registry/ledger/issuers';
import { cancel, reject } from '#registry/ledger/queue';

const usage = `Issuances that wait for the agent: in manual mode, for their day, or for their issuer. Works beside a running registry.

  npm run registry:queue -- list
  npm run registry:queue -- complete TRANSACTION
  npm run registry:queue -- reject TRANSACTION --reason "…"
  npm run registry:queue -- cancel TRANSACTION
  npm run registry:queue -- activate ISSUER`;

class Rejection extends Error {}

async function main(): Promise<void> {
  const { positionals, values } = readArguments();
  const [verb, id] = positionals;
  if (!verb || positionals.length > 2) throw new Rejection(usage);
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const now = { day: clock.today(), instant: clock.now().toISOString() };
  const database = await openDatabase(env, { connectionsMax: 1, applicationName: 'sharebook queue' });
  try {
    console.log(await withTransaction(database.pool, (tx) => run(tx)));
  } finally {
    await database.release();
  }

  async function run(tx: Tx): Promise<string> {
    const waiting = await pendingIssuances(tx);
    if (verb === 'list') return table(waiting);
    if (!id || !/^[1-9]\d{0,15}$/.test(id)) throw new Rejection(usage);
    if (verb === 'activate') return activate(tx, BigInt(id));
    const item = waiting.find((one) => one.txn_id === BigInt(id));
    if (!item) throw new Rejection(`Transaction ${id} is no pending issuance.`);
    const one = { issuerId: item.txn_id / SPAN, txnId: item.txn_id, processedAt: now.instant };
    await refuseItem(tx, one);
    if (verb === 'complete') {
      await completeIssuance(tx, { ...one, completedOn: now.day });
      return `Transaction ${id} is completed.`;
    }
    if (verb === 'cancel') {
      await cancel(tx, one);
      return `Transaction ${id} is canceled.`;
    }
    if (verb !== 'reject') throw new Rejection(usage);
    const reason = values.reason?.trim();
    if (!reason) throw new Rejection('Say why: --reason "…"');
    if (item.class_id === null || item.shares === null)
      throw new Rejection(`Transaction ${id} was not instructed through the API.`);
    const { class_id: classId, shares } = item;
    const kind = 'Other';
    await reject(tx, { ...one, classId, shares, kind, rejectedOn: now.day, reasonCode: 'O01', reason });
    return `Transaction ${id} is rejected.`;
  }
}

/** An item of the work queue ends with its transaction, so it is ended there and not here. */
async function refuseItem(tx: Tx, { issuerId, txnId }: { issuerId: bigint; txnId: bigint }): Promise<void> {
  const { rows } = await tx.query('select id from item where issuer_id = $1 and txn_id = $2', [
    issuerId,
    txnId,
  ]);
  if (rows[0])
    throw new Rejection(
      `Transaction ${txnId} belongs to item ${rows[0].id} of the work queue; end it there.`,
    );
}

async function activate(tx: Tx, customerId: bigint): Promise<string> {
  const { rows } = await tx.query('select id, name, status from issuer where customer_id = $1', [customerId]);
  const issuer = rows[0];
  if (issuer?.status !== 'Pending') throw new Rejection(`There is no pending issuer ${customerId}.`);
  await setIssuerStatus(tx, { issuerId: issuer.id, status: 'Active' });
  return `${issuer.name} is active.`;
}

function table(items: readonly PendingItem[]): string {
  if (items.length === 0) return 'Nothing is waiting.';
  return items
    .map((item) =>
      [
        String(item.txn_id).padEnd(16),
        `issuer ${item.customer_issuer_id} (${item.issuer_status})`.padEnd(26),
        item.effective_on ?? '',
        String(item.shares ?? '').padStart(20),
        item.issued_to,
      ].join(' '),
    )
    .join('\n');
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { reason: { type: 'string' } } });
  } catch (error) {
    throw new Rejection(`${(error as Error).message}\n\n${usage}`);
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
