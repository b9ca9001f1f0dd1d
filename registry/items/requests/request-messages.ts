// Messages between the agent and an issuer about a request, kept as steps of the item's history.

import type { PoolClient } from 'pg';
import type { UploadedFile } from '#lib/contract/endpoint';
import { federalCalendar } from '#lib/format/business-days';
import { arrayText } from '#registry/db/insert';
import { voidApproval } from '../approval/approval.ts';
import { cancelItem } from '../end-items.ts';
import { addFile } from '../files.ts';
import { type Item, lockIssuer, readItem } from '../item.ts';
import type { Change } from '../item-history.ts';
import { latestNextAction } from '../rules/clock.ts';
import { steps } from '../steps.ts';
import { type Given, itemForStep, StepRefused, stepped } from '../take-steps.ts';
import type { Requester } from '../try-content.ts';

/** The text of a message is a change of its step, which is not shown to users who see no contact data. */
const messageField = 'message';
const messageOf = (text: string): Change => ({ field: messageField, before: '', after: text });

/** The message that a step of an item's history is; null for any other step. */
export function messageIn(step: { changes: readonly Change[] }): string | null {
  return step.changes.find((one) => one.field === messageField)?.after ?? null;
}

/** The hold of an item of which the issuer was asked something. The question itself is the message of the step. */
const waitingReason = 'Waiting for the issuer';

/** An item that an officer of the issuer asked for, locked. Throws StepRefused when there is none, or when it has ended. */
async function openRequest(tx: PoolClient, issuerId: bigint, itemId: bigint): Promise<Item> {
  await lockIssuer(tx, issuerId);
  const item = await readItem(tx, issuerId, itemId);
  if (!item?.requestedBy) throw new StepRefused('unknownItem', `There is no request ${itemId}.`);
  return itemForStep(tx, issuerId, itemId, item.version, 'message');
}

/** An item that waited for the issuer goes on: it is entered again. */
async function goOn(tx: PoolClient, item: Item, asked: Requester): Promise<Item> {
  if (item.stage !== 'Held' || !item.isWaitingForIssuer) return item;
  const changes = {
    stage: steps.return.to,
    holdReason: null,
    nextActionOn: null,
    isWaitingForIssuer: false,
  };
  return stepped(tx, item, changes, { asked, action: 'return', reason: 'The issuer answered' });
}

/** An officer writes to the agent. */
export async function messageFromIssuer(
  tx: PoolClient,
  issuerId: bigint,
  itemId: bigint,
  text: string,
  asked: Requester,
): Promise<Item> {
  const item = await openRequest(tx, issuerId, itemId);
  const facts = { asked, action: 'message', changes: [messageOf(text)] } as const;
  return goOn(tx, await stepped(tx, item, {}, facts), asked);
}

/** An officer adds a file. As with any file, an approval is void. */
export async function fileFromIssuer(
  tx: PoolClient,
  issuerId: bigint,
  itemId: bigint,
  file: UploadedFile & { name: string },
  asked: Requester,
): Promise<Item> {
  const item = await openRequest(tx, issuerId, itemId);
  return goOn(tx, await addFile(tx, item, { ...file, shared: 'ByIssuer' }, asked), asked);
}

/** An officer takes a request back, as long as nobody has ended it. */
export async function withdrawRequest(
  tx: PoolClient,
  issuerId: bigint,
  itemId: bigint,
  reason: string,
  asked: Requester,
): Promise<Item> {
  const { version } = await openRequest(tx, issuerId, itemId);
  return cancelItem(tx, { issuerId, itemId, version }, asked, reason);
}

export type Written = {
  text: string;
  /** Given: it is a question, and the item waits for the issuer until this day. */
  nextActionOn: string | null;
  /** Files of the item that the issuer may see from now on. */
  documentIds: readonly bigint[];
};

/** The agent writes to the issuer about the item of its request, or asks it something. */
export async function writeToIssuer(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  { text, nextActionOn, documentIds }: Written,
): Promise<Item> {
  await lockIssuer(tx, issuerId);
  const action = nextActionOn === null ? 'reply' : 'ask';
  const item = await itemForStep(tx, issuerId, itemId, version, action);
  if (item.requestedBy === null)
    throw new StepRefused('notRequested', `Item ${itemId} is no request of the issuer.`);
  const changes = [messageOf(text), ...(await showFiles(tx, item, documentIds))];
  if (nextActionOn === null) return stepped(tx, item, {}, { asked, action, changes });
  const latest = latestNextAction(asked.today, federalCalendar);
  if (nextActionOn < asked.today || nextActionOn > latest)
    throw new StepRefused('nextActionOn', `The next action must be a day from today to ${latest}.`);
  const cause = { field: 'stage', before: item.stage, after: steps.ask.to };
  if (item.approvedBy !== null) await voidApproval(tx, item, [cause]);
  const held = {
    stage: steps.ask.to,
    holdReason: waitingReason,
    nextActionOn,
    approvedBy: null,
    isWaitingForIssuer: true,
  };
  return stepped(tx, item, held, { asked, action, changes });
}

/** Shows files of an item to the issuer; the step names them. */
async function showFiles(tx: PoolClient, item: Item, ids: readonly bigint[]): Promise<Change[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ name: string }>(
    `update item_file set shared = case when shared = '' then 'WithIssuer' else shared end
      where issuer_id = $1 and item_id = $2 and id = any($3::bigint[]) and removed_at is null returning name`,
    [item.issuerId, item.id, arrayText(ids)],
  );
  if (rows.length < new Set(ids).size)
    throw new StepRefused('unknownFile', `Item ${item.id} has no such file.`);
  return rows.map(({ name }) => ({ field: 'shownToIssuer', before: '', after: name }));
}
