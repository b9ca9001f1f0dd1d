// Takes the steps of items: submit, approve, hold, return, assign and post.

import type { PoolClient } from 'pg';
import type { ItemStage } from '#lib/contract/agent/values';
import { federalCalendar } from '#lib/format/business-days';
import { arrayText } from '#registry/db/insert';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { beginUnitOfWork } from '#registry/ledger/core/unit-of-work';
import { lockForAddress } from '#registry/ledger/holders/mark-address';
import {
  type Approval,
  addApproval,
  approvalChanges,
  approvalFacts,
  approvalsOf,
  contentBy,
  type Facts,
  voidApproval,
} from './approval/approval.ts';
import { type ApprovalRule, needsApproval } from './approval/approval-rule.ts';
import { readContent } from './content/content.ts';
import { type Examined, examine, runItem } from './examine.ts';
import { type Item, lockIssuer, readItem, readItems, writeItems } from './item.ts';
import { addSteps, type Change } from './item-history.ts';
import type { Work } from './item-work.ts';
import { type Obstacle, standing } from './obstacle.ts';
import { readAhead } from './reads/read-ahead.ts';
import { emptyReadCache } from './reads/read-cache.ts';
import { keepCertificates, refreshedItem } from './record.ts';
import { mayApprove } from './rules/approval-policy.ts';
import { latestNextAction } from './rules/clock.ts';
import { mayStep, type StepName, stageWords, steps } from './steps.ts';
import { presentedBy, type Requester, tryContent } from './try-content.ts';

/** Why a step of one item was not taken. Nothing of that item was recorded. */
export class StepRefused extends Error {
  readonly code: string;
  readonly obstacles: readonly Obstacle[];
  /** What to record although the step was refused: the approval is void because of these. */
  readonly voidBecause: readonly Change[];

  constructor(
    code: string,
    text: string,
    more: { obstacles?: readonly Obstacle[]; voidBecause?: readonly Change[] } = {},
  ) {
    super(text);
    this.name = 'StepRefused';
    this.code = code;
    this.obstacles = more.obstacles ?? [];
    this.voidBecause = more.voidBecause ?? [];
  }
}

/** An item that may take a step: it exists, is of the version seen, and in a stage that allows it. */
export async function itemForStep(
  tx: PoolClient,
  issuerId: bigint,
  itemId: bigint,
  version: number,
  step: StepName,
): Promise<Item> {
  return checkedForStep(await readItem(tx, issuerId, itemId), { itemId, version }, step);
}

function checkedForStep(
  item: Item | undefined,
  { itemId, version }: Omit<Given, 'issuerId'>,
  step: StepName,
): Item {
  if (!item) throw new StepRefused('unknownItem', `There is no item ${itemId}.`);
  if (item.version !== version)
    throw new StepRefused(
      'staleVersion',
      `Item ${itemId} was changed since it was read; it is now ${stageWords[item.stage]}.`,
    );
  if (!mayStep(step, item.stage))
    throw new StepRefused('wrongStage', `Item ${itemId} is ${stageWords[item.stage]}.`);
  return item;
}

/** Writes an item after a step. */
export async function stepped(
  tx: PoolClient,
  item: Item,
  changes: Partial<Item>,
  facts: { asked: Requester; action: StepName | 'void'; reason?: string | null; changes?: readonly Change[] },
): Promise<Item> {
  const next = { ...item, ...changes, version: item.version + 1 };
  await writeItems(tx, [next]);
  await addSteps(tx, [
    {
      item: next,
      at: facts.asked.now,
      by: facts.asked.actor,
      action: facts.action,
      from: item.stage,
      reason: facts.reason,
      changes: facts.changes,
    },
  ]);
  return next;
}

export type Given = { issuerId: bigint; itemId: bigint; version: number };

/** Submits an entered item: it awaits approval, or is ready where the rule asks for none. */
export async function submitItem(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  rule: ApprovalRule,
): Promise<Item> {
  await lockIssuer(tx, issuerId);
  const item = await itemForStep(tx, issuerId, itemId, version, 'submit');
  const tried = await tryContent(tx, issuerId, item.content, item, asked);
  refuseStanding(tried.examined.obstacles);
  // The books may have changed since it was entered: shares and certificates are those of now.
  const fresh = refreshedItem(item, tried.examined, asked);
  await keepCertificates(tx, issuerId, [itemId], presentedBy(item, tried));
  const stage = needsApproval(rule, fresh.shares) ? steps.submit.to : 'Ready';
  return stepped(tx, item, { ...fresh, stage }, { asked, action: 'submit' });
}

function refuseStanding(obstacles: readonly Obstacle[]): void {
  const [first] = standing(obstacles);
  if (first) throw new StepRefused('obstacles', first.message, { obstacles });
}

/** Warnings have to be read by who approves, or by who posts what needs no approval. */
function refuseUnread(obstacles: readonly Obstacle[], acknowledged: readonly string[]): void {
  const unread = obstacles.find((one) => one.effect === 'Warns' && !acknowledged.includes(one.code));
  if (unread) throw new StepRefused('unacknowledged', unread.message, { obstacles });
}

/** Approves an item that another user entered. The approval is bound to the content and the facts of now. */
export async function approveItem(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  acknowledged: readonly string[],
): Promise<Item> {
  await lockIssuer(tx, issuerId);
  const item = await itemForStep(tx, issuerId, itemId, version, 'approve');
  const { enteredBy } = item;
  if (!mayApprove(asked.actor.email, { enteredBy, contentBy: await contentBy(tx, item) }))
    throw new StepRefused('sameUser', 'Who entered or changed an item cannot approve it.');
  const { examined, facts } = await tryContent(tx, issuerId, item.content, item, asked);
  refuseStanding(examined.obstacles);
  refuseUnread(examined.obstacles, acknowledged);
  await addApproval(tx, item, asked.actor, asked.now, facts);
  const approvedBy = asked.actor.email;
  return stepped(tx, item, { stage: steps.approve.to, approvedBy }, { asked, action: 'approve' });
}

/**
 * Posts ready items of one issuer in one book and writes it once. The first one that is refused rolls all of them
 * back; the caller then posts each alone.
 */
export async function postItems(
  tx: PoolClient,
  issuerId: bigint,
  given: readonly Omit<Given, 'issuerId'>[],
  asked: Requester,
  { acknowledged, rule }: { acknowledged: readonly string[]; rule: ApprovalRule },
): Promise<Item[]> {
  await lockHoldersOf(tx, issuerId, given);
  const book = await beginUnitOfWork(tx, issuerId);
  const known = emptyReadCache();
  const items = await readItems(
    tx,
    issuerId,
    given.map((one) => one.itemId),
  );
  await readAhead({ book, known }, [...items.values()]);
  const approved = [...items.values()].filter((item) => item.approvedBy !== null).map((item) => item.id);
  const approvals =
    approved.length > 0 ? await approvalsOf(tx, issuerId, approved) : new Map<bigint, Approval[]>();
  const posted: { item: Item; next: Item }[] = [];
  for (const one of given) {
    const { itemId } = one;
    const item = checkedForStep(items.get(itemId), one, 'post');
    const work: Work = { book, known, content: item.content, item, registered: new Set(), ...asked };
    const examined = await examine(work);
    // The rule may have become stricter since the item was submitted.
    if (item.approvedBy === null && needsApproval(rule, examined.prepared.shares))
      throw new StepRefused('approvalMissing', `Item ${itemId} needs the approval of a second user.`);
    if (item.approvedBy !== null)
      refuseVoid(work, item, examined, {
        approval: approvals.get(item.id)?.at(-1),
        facts: await approvalFacts(work, examined),
      });
    refuseStanding(examined.obstacles);
    if (item.approvedBy === null) refuseUnread(examined.obstacles, acknowledged);
    const run = await runItem(work, examined);
    if (!run.hasRun) {
      const obstacles = run.refusal ? [run.refusal] : examined.obstacles;
      throw new StepRefused('obstacles', obstacles[0]?.message ?? 'The item cannot be posted.', {
        obstacles,
      });
    }
    const next: Item = {
      ...item,
      version: item.version + 1,
      stage: steps.post.to,
      obstacles: [],
      postedBy: asked.actor.email,
      endedAt: asked.now,
      ...run.posted?.made,
    };
    posted.push({ item, next });
    // These kinds change the holder's record, at once.
    if (item.content.systemShareholderId) known.holders.delete(BigInt(item.content.systemShareholderId));
  }
  await flushUnitOfWork(book);
  const done = posted.map((one) => one.next);
  await keepCertificates(
    tx,
    issuerId,
    done.map((one) => one.id),
    [],
  );
  await writeItems(tx, done);
  await addSteps(
    tx,
    posted.map(({ item, next }) => ({
      item: next,
      at: asked.now,
      by: asked.actor,
      action: 'post',
      from: item.stage,
    })),
  );
  return done;
}

/**
 * Locks the holders that items of these kinds change, before the issuer: every transaction locks holders first. The
 * content is read without a lock; if it changes meanwhile, the item's version refuses the step.
 */
async function lockHoldersOf(
  tx: PoolClient,
  issuerId: bigint,
  given: readonly Omit<Given, 'issuerId'>[],
): Promise<void> {
  const { rows } = await tx.query<{ content: string }>(
    `select content from item where issuer_id = $1 and id = any($2::bigint[])
        and kind in ('AddressHold', 'AddressRelease', 'ReturnedMail', 'LostSearch')`,
    [issuerId, arrayText(given.map((one) => one.itemId))],
  );
  const holders = rows.flatMap((row) => readContent(row.content).systemShareholderId ?? []);
  if (holders.length > 0) await lockForAddress(tx, holders.map(BigInt), issuerId);
}

function refuseVoid(
  { today, timeZone }: Work,
  item: Item,
  { obstacles }: Examined,
  { approval, facts }: { approval: Approval | undefined; facts: Facts },
): void {
  const voidBecause = approval ? approvalChanges(approval, item, facts, { today, timeZone }) : [];
  if (voidBecause.length === 0) return;
  const [first] = voidBecause;
  const cause =
    standing(obstacles)[0]?.message ?? `${first!.field} was “${first!.before}” and is “${first!.after}”.`;
  throw new StepRefused('approvalVoid', `The approval is void: ${cause}`, { voidBecause, obstacles });
}

/** Records that an approval no longer counts; the item is entered again. */
export async function recordVoid(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  because: readonly Change[],
): Promise<Item> {
  await lockIssuer(tx, issuerId);
  const item = await itemForStep(tx, issuerId, itemId, version, 'return');
  await voidApproval(tx, item, because);
  const changes = { stage: steps.return.to, approvedBy: null };
  return stepped(tx, item, changes, { asked, action: 'void', changes: because });
}

/** Holds an item until a day. The clock of the turnaround rule goes on. */
export async function holdItem(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  { reason, nextActionOn }: { reason: string; nextActionOn: string },
): Promise<Item> {
  await lockIssuer(tx, issuerId);
  const item = await itemForStep(tx, issuerId, itemId, version, 'hold');
  if (nextActionOn < asked.today || nextActionOn > latestNextAction(asked.today, federalCalendar))
    throw new StepRefused(
      'nextActionOn',
      `The next action must be a day from today to ${latestNextAction(asked.today, federalCalendar)}.`,
    );
  if (item.approvedBy !== null) await voidApproval(tx, item, [stageChange(item, steps.hold.to)]);
  const changes = { stage: steps.hold.to, holdReason: reason, nextActionOn, approvedBy: null };
  const facts = { asked, action: 'hold', reason } as const;
  return stepped(tx, item, { ...changes, isWaitingForIssuer: false }, facts);
}

/** Returns a held or submitted item to entry. */
export async function returnItem(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  reason: string,
): Promise<Item> {
  await lockIssuer(tx, issuerId);
  const item = await itemForStep(tx, issuerId, itemId, version, 'return');
  if (item.approvedBy !== null) await voidApproval(tx, item, [stageChange(item, steps.return.to)]);
  const changes = { stage: steps.return.to, holdReason: null, nextActionOn: null, approvedBy: null };
  return stepped(tx, item, changes, { asked, action: 'return', reason });
}

const stageChange = (item: Item, to: ItemStage): Change => ({
  field: 'stage',
  before: stageWords[item.stage],
  after: stageWords[to],
});

/** Gives an item to a user, or to nobody. Any user of the agent may take it over. */
export async function assignItem(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  assignedTo: string | null,
): Promise<Item> {
  await lockIssuer(tx, issuerId);
  const item = await itemForStep(tx, issuerId, itemId, version, 'assign');
  const changes = [{ field: 'assignedTo', before: item.assignedTo ?? '', after: assignedTo ?? '' }];
  return stepped(tx, item, { assignedTo }, { asked, action: 'assign', changes });
}
