import type { PoolClient } from 'pg';
import { channel, type ItemStage } from '#lib/contract/agent/values';
import { withTransaction } from '#lib/postgres/pool';
import { clockIn } from '#registry/clock';
import { SPAN } from '#registry/db/ids';
import { readEnv } from '#registry/env';
import { cancelItem, rejectItem } from '#registry/items/end-items';
import { type Item, readItemOfTxn } from '#registry/items/item';
import { logReceived } from '#registry/items/log-txn';
import { registryRequester } from '#registry/items/registry-requester';
import { stageWords } from '#registry/items/steps';
import { postItems, recordVoid, StepRefused, submitItem } from '#registry/items/take-steps';
import type { Requester } from '#registry/items/try-content';
import type { Tx } from '#registry/ledger/core/unit-of-work';
import {
  completeIssuance,
  type PendingItem,
  pendingIssuances,
} from '#registry/ledger/issuance/pending-issuance';
import { setIssuerStatus } from '#registry/ledger/issuers';
import { cancel, reject } from '#registry/ledger/pending-transactions';
import { Rejection, readArguments, runCommand, withDatabase } from './command.ts';

const usage = `Issuances that wait for the agent: in manual mode, for their day, or for their issuer. Works beside a running registry.

  npm run registry:queue -- list
  npm run registry:queue -- complete TRANSACTION [--acknowledge WARNING]…
  npm run registry:queue -- reject TRANSACTION --reason "…"
  npm run registry:queue -- cancel TRANSACTION
  npm run registry:queue -- activate ISSUER
  npm run registry:queue -- enter TRANSACTION --channel Mail

A transaction of the work queue takes the steps of its item. Where the rule asks for a second user, complete submits it, and
once it is approved complete posts it. Enter makes an item of any pending transaction of which only the receipt was recorded; a
user completes it in the work queue. Channels: ${channel.options.join(', ')}.`;

async function main(): Promise<void> {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      channel: { type: 'string' },
      acknowledge: { type: 'string', multiple: true },
    },
  });
  const [verb, id] = positionals;
  if (!verb || positionals.length > 2) throw new Rejection(usage);
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const now = { day: clock.today(), instant: clock.now().toISOString() };
  await withDatabase(env, 'sharebook queue', async (pool) => {
    try {
      console.log(await withTransaction(pool, run));
    } catch (error) {
      if (!(error instanceof StepRefused)) throw error;
      await withTransaction(pool, (tx) => keepVoid(tx, error));
      const warnings = error.obstacles.filter((one) => one.effect === 'Warns').map((one) => one.code);
      const more = [...new Set(warnings)].map((code) => ` --acknowledge ${code}`).join('');
      throw new Rejection(
        error.code === 'unacknowledged'
          ? `${error.message}\nTo post it all the same, add${more}.`
          : error.message,
      );
    }
  });

  /** An approval that no longer counts is recorded as void, although nothing was posted. */
  async function keepVoid(tx: PoolClient, { voidBecause }: StepRefused): Promise<void> {
    if (voidBecause.length === 0) return;
    const item = await readItemOfTxn(tx, BigInt(id!) / SPAN, BigInt(id!));
    const asked = { ...registryRequester(clock, env.work.cutoff), actor };
    await recordVoid(
      tx,
      { issuerId: item!.issuerId, itemId: item!.id, version: item!.version },
      asked,
      voidBecause,
    );
  }

  async function run(tx: PoolClient): Promise<string> {
    const waiting = await pendingIssuances(tx);
    if (verb === 'list') return table(waiting);
    if (!id || !/^[1-9]\d{0,15}$/.test(id)) throw new Rejection(usage);
    if (verb === 'activate') return activate(tx, BigInt(id));
    if (verb === 'enter') return enter(tx, BigInt(id));
    const item = waiting.find((one) => one.txn_id === BigInt(id));
    if (!item) throw new Rejection(`Transaction ${id} is no pending issuance.`);
    const one = { issuerId: item.txn_id / SPAN, txnId: item.txn_id, processedAt: now.instant };
    const queued = await readItemOfTxn(tx, one.issuerId, one.txnId);
    if (queued) return takeStep(tx, queued);
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

  async function enter(tx: PoolClient, txnId: bigint): Promise<string> {
    const given = channel.safeParse(values.channel);
    if (!given.success) throw new Rejection(`Say how it arrived: --channel ${channel.options.join(', ')}.`);
    const instructed = (await pendingIssuances(tx)).find((one) => one.txn_id === txnId);
    if (instructed?.class_id) throw new Rejection(`Transaction ${id} was instructed; it needs no entry.`);
    const asked: Requester = { ...registryRequester(clock, env.work.cutoff), actor };
    const issuerId = txnId / SPAN;
    const { rowCount } = await tx.query('select 1 from issuer where id = $1', [issuerId]);
    const item = rowCount ? await logReceived(tx, issuerId, txnId, given.data, asked) : undefined;
    if (!item) throw new Rejection(`Transaction ${id} is not pending, or is an item of the work queue.`);
    return `Transaction ${id} is item ${item.id} of the work queue.`;
  }

  async function takeStep(tx: PoolClient, item: Item): Promise<string> {
    const asked: Requester = { ...registryRequester(clock, env.work.cutoff), actor };
    const given = { issuerId: item.issuerId, itemId: item.id, version: item.version };
    const reason = values.reason?.trim();
    if (verb === 'cancel') {
      await cancelItem(tx, given, asked, reason || 'Withdrawn');
      return `Transaction ${id} is canceled.`;
    }
    if (verb === 'reject') {
      if (!reason) throw new Rejection('Say why: --reason "…"');
      await rejectItem(tx, given, asked, { ...rejection, reason });
      return `Transaction ${id} is rejected.`;
    }
    if (verb !== 'complete') throw new Rejection(usage);
    const { approval: rule } = env.work;
    const ready = item.stage === 'Entered' ? await submitItem(tx, given, asked, rule) : item;
    if (ready.stage === 'AwaitingApproval')
      return `Transaction ${id} awaits the approval of a second user in the work queue.`;
    const acknowledged = values.acknowledge ?? [];
    const posting = [{ itemId: ready.id, version: ready.version }];
    await postItems(tx, item.issuerId, posting, asked, { acknowledged, rule });
    return `Transaction ${id} is completed.`;
  }
}

/** Who takes the steps of this command. */
const actor = { email: 'registry:queue', firstName: 'Command', lastName: 'line' };
const rejection = {
  kind: 'Other',
  reasonCode: 'O14',
  noticeTo: '',
  noticeOn: null,
  returnedHow: '',
} as const;

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
        item.item_id === null ? '' : `item ${item.item_id}, ${stageWords[item.stage as ItemStage]}`,
      ]
        .join(' ')
        .trimEnd(),
    )
    .join('\n');
}

await runCommand(main);
