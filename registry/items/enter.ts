import type { PoolClient } from 'pg';
import type { ItemContent } from '#lib/contract/agent/content';
import type { IssuerRequest } from '#lib/contract/agent/request';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { beginUnitOfWork } from '#registry/ledger/core/unit-of-work';
import { voidApproval } from './approval/approval.ts';
import { contentChanges, givenContent } from './content/content.ts';
import { type Item, writeItems } from './item.ts';
import { addSteps } from './item-history.ts';
import { changedItem, keepCertificates, newItem, type Recorded } from './record.ts';
import { steps } from './steps.ts';
import { presentedBy, type Requester, tryContent } from './try-content.ts';

/**
 * Logs an item in the caller's transaction, which then holds the issuer's lock. `request` is what an officer of the issuer
 * asked for, who then is the actor.
 */
export async function enterItem(
  tx: PoolClient,
  issuerId: bigint,
  requested: ItemContent,
  asked: Requester,
  given: Recorded,
  request?: IssuerRequest,
): Promise<Item> {
  const content = { ...givenContent(requested, null), ...(request && { request }) };
  const book = await beginUnitOfWork(tx, issuerId);
  const tried = await tryContent(tx, issuerId, content, null, asked);
  const item = await newItem(book, content, tried.examined, asked.actor, given);
  await flushUnitOfWork(book);
  await writeItems(tx, [item]);
  await keepCertificates(tx, issuerId, [item.id], presentedBy(item, tried));
  await addSteps(tx, [{ item, at: asked.now, by: asked.actor, action: 'enter', from: null }]);
  return item;
}

/**
 * Replaces the content of an open item. What was held, submitted or approved is entered again; an approval is void, and
 * keeps what changed. The step of a held item keeps the reason of the hold that ends with it.
 */
export async function updateItem(
  tx: PoolClient,
  item: Item,
  requested: ItemContent,
  asked: Requester,
  given: Recorded,
): Promise<Item> {
  const content = givenContent(requested, item);
  const book = await beginUnitOfWork(tx, item.issuerId);
  const tried = await tryContent(tx, item.issuerId, content, item, asked);
  const changed = await changedItem(book, item, content, tried.examined, given);
  const next: Item = {
    ...changed,
    version: item.version + 1,
    stage: steps.update.to,
    approvedBy: null,
    holdReason: null,
    nextActionOn: null,
  };
  await flushUnitOfWork(book);
  const changes = contentChanges(item.content, content);
  if (item.holdReason !== null) changes.push({ field: 'holdReason', before: item.holdReason, after: '' });
  if (item.approvedBy !== null) await voidApproval(tx, item, changes);
  await writeItems(tx, [next]);
  await keepCertificates(tx, item.issuerId, [item.id], presentedBy(next, tried));
  await addSteps(tx, [
    { item: next, at: asked.now, by: asked.actor, action: 'update', from: item.stage, changes },
  ]);
  return next;
}
