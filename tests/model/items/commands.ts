// Random commands on items, carried out by model and registry.

import { createHash } from 'node:crypto';
import type { EndpointId } from '#lib/contract/index';
import { plusDays, workdaysAfter } from '../days.ts';
import { type Row, type Some, where } from '../list.ts';
import { type Chooser, Divergence, type ModelRun, outcome } from '../model-run.ts';
import { enter, step } from '../naive/items.ts';
import { takeOver } from '../share-commands.ts';
import { send } from '../write-commands.ts';
import { actorOf, ask, users } from './ask.ts';
import { compareItem } from './compare.ts';
import { type Drawn, drawn, drawnOfAny } from './contents.ts';

/** Warnings are acknowledged always: the model does not predict them. */
const acknowledged = ['badAddress', 'recentAddressChange', 'sameCertificate', 'searchTooEarly', 'searchLate'];
acknowledged.push('frozenList', 'dividendPaid', 'staleDated', 'effectiveFuture');

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
const storyOf = ({ item }: Drawn) => {
  const about = item.certificates!.map((one) => one.id).join(' ') || item.holder?.customerShareholderId || '';
  const original = item.original ? ` of transaction ${item.original.id} (${item.original.kind})` : '';
  return `${item.kind} ${item.purpose ?? ''} of ${item.shares} on ${about}${original}`;
};

/** Compares the status of an answer with the model's. */
function answered(what: string, response: { status: number; body: unknown }, status: number): void {
  if (response.status !== status)
    throw new Divergence(
      `${what}: answered ${response.status} ${JSON.stringify(response.body, text)}, not ${status}`,
    );
}

/** Logs an item, sometimes one that cannot be carried out. */
export async function enterItem(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const made = drawnOfAny(run, choose);
  if (!made) return;
  const enteredBy = choose.one([users[0], users[0], users[1]]);
  const item = { ...made.item, enteredBy } as Row;
  const body = {
    customerIssuerId: item.issuer.customerIssuerId,
    content: made.content,
    actor: actorOf(enteredBy),
  };
  const { own, status } = outcome(model, () => enter(model, item));
  const what = `enter ${storyOf(made)}`;
  run.log.push(`${today} ${what}${status === 200 ? '' : ', to be refused'}`);
  const response = await send(run, 'CreateItem', body, undefined);
  answered(what, response, status);
  if (!own) return;
  own.id = BigInt(response.body.itemId as number);
  if (item.txn) item.txn.id = BigInt(response.body.controlTransactionId as number);
  // Mostly worked on at once, while the books are as they were.
  if (!choose.rarely(3)) await takeSteps(run, choose, own, own.version);
}

/** An open item, rarely one that has ended; and its version, rarely an earlier one. */
function someItem({ model }: ModelRun, choose: Chooser, stages: string[]) {
  const open = model.items.filter((one) => stages.includes(one.stage));
  const items = open.length > 0 && !choose.rarely(12) ? open : model.items;
  if (items.length === 0) return;
  const item = choose.one(items);
  const version = choose.rarely(12) ? item.version - 1n : item.version;
  return version < 1n ? undefined : { item, version };
}

/** Replaces the content of an item by another one of its kind. */
export async function updateItem(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const found = someItem(run, choose, ['Entered', 'Held', 'AwaitingApproval', 'Ready']);
  if (!found) return;
  const { item, version } = found;
  // What a client instructed stays as it was sent.
  if (item.notBefore) return;
  const made = drawn(run, choose, item.kind, item.issuer);
  if (!made) return;
  const by = choose.one(users);
  const { own, status } = outcome(model, () => {
    return step(model, 'update', item, { version, by, today, given: made.item });
  });
  const what = `update item ${item.id} to ${storyOf(made)}`;
  run.log.push(`${today} ${what}${own ? '' : ', to be refused'}`);
  const { customerIssuerId } = item.issuer;
  const body = { customerIssuerId, itemId: item.id, version, content: made.content, actor: actorOf(by) };
  answered(what, await send(run, 'UpdateItem', body, undefined), status);
  await compareItem(run, item);
}

/** Adds a file to an item, or removes one; sometimes one it has already, or has no more. */
export async function fileItem(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const found = someItem(run, choose, ['Entered', 'Held', 'AwaitingApproval', 'Ready']);
  if (!found) return;
  const { item, version } = found;
  const by = choose.one(users);
  const { customerIssuerId } = item.issuer;
  const common = { customerIssuerId, itemId: item.id, version };
  const content = `%PDF-1.4 ${choose.below(3)}`;
  const removed = item.files.length > 0 && choose.rarely(2) ? choose.one(item.files) : undefined;
  const name = removed ? 'removeFile' : 'addFile';
  const added = { name: `scan ${run.tick}.pdf`, text: content, reason: '' } as Row;
  const given: Some = removed ? { id: removed.id, reason: 'Wrong item' } : added;
  const { own, status } = outcome(model, () => step(model, name, item, { version, by, today, given }));
  const what = `${name} of item ${item.id}`;
  run.log.push(`${today} ${what}${own ? '' : ', to be refused'}`);
  if (removed) {
    const body = { ...common, documentId: removed.id, reason: 'Wrong item', actor: actorOf(by) };
    answered(what, await send(run, 'RemoveItemDocument', body, undefined), status);
  } else {
    const query = { ...common, name: added.name, actorEmail: by, actorFirstName: 'A', actorLastName: 'B' };
    const file = { mediaType: 'application/pdf', body: Buffer.from(content) };
    const response = await ask(run, 'UploadItemDocument', query, file);
    answered(what, response, status);
    const files = response.body.files as undefined | { documentId: bigint; sha256: string }[];
    const last = files?.at(-1);
    if (last && last.sha256 !== createHash('sha256').update(content).digest('hex'))
      throw new Divergence(`${what}: the digest is not that of the file`);
    if (last) Object.assign(item.files.at(-1)!, { id: BigInt(last.documentId) });
  }
  await compareItem(run, item);
}

const operations: Record<string, EndpointId> = {
  ...{ submit: 'SubmitItems', approve: 'ApproveItems', post: 'PostItems', hold: 'HoldItems' },
  ...{ return: 'ReturnItems', assign: 'AssignItems', reject: 'RejectItems', cancel: 'CancelItems' },
};
const next: Record<string, string> = {
  ...{ Entered: 'submit', AwaitingApproval: 'approve', Ready: 'post', Held: 'return' },
};
const rejections = [
  { kind: 'Medallion', reasonCode: 'M02' },
  { kind: 'Other', reasonCode: 'O15' },
  { kind: 'DTC', reasonCode: 'D10' },
];

/** Takes an item some stages on, sometimes another way, rarely by a step that is wrong. */
export async function stepItem(run: ModelRun, choose: Chooser): Promise<void> {
  const found = someItem(run, choose, Object.keys(next));
  if (!found) return;
  await takeSteps(run, choose, found.item, found.version);
}

/** An approval counts for a few days only: mostly the steps follow one another. */
async function takeSteps(run: ModelRun, choose: Chooser, item: Row, version: bigint): Promise<void> {
  let seen = version;
  for (let more = choose.one([4, 4, 4, 3, 2, 1]); more > 0; more -= 1) {
    const before = item.stage;
    await takeStep(run, choose, item, seen);
    if (item.stage === before || !(item.stage in next)) break;
    seen = item.version;
  }
  await compareItem(run, item);
}

async function takeStep(run: ModelRun, choose: Chooser, item: Row, version: bigint): Promise<void> {
  const { model, today } = run;
  const side = choose.rarely(5)
    ? choose.one(['reject', 'cancel', 'hold', 'hold', 'return', 'assign'])
    : undefined;
  const name = side ?? (choose.rarely(16) ? 'post' : (next[item.stage] ?? 'submit'));
  const others = users.filter((one) => one !== item.enteredBy && !item.contentBy.includes(one));
  const by = name === 'submit' || choose.rarely(12) ? choose.one(users) : choose.one([...others, ...users]);
  const nextActionOn = choose.one([
    ...[today, plusDays(today, 1), plusDays(today, -1)],
    ...[workdaysAfter(today, 5, model.holidays), plusDays(workdaysAfter(today, 5, model.holidays), 1)],
  ]);
  const assignedTo = choose.one(['', ...users]);
  const given: Some =
    {
      hold: { reason: 'Waiting', next: nextActionOn },
      assign: { assignedTo },
    }[name as 'hold'] ?? {};
  const parts = {
    ...{ submit: {}, approve: { acknowledged }, post: { acknowledged }, cancel: { reason: 'Withdrawn' } },
    ...{ hold: { reason: 'Waiting', nextActionOn }, return: { reason: 'Here' } },
    ...{ assign: { assignedTo: assignedTo || null }, reject: choose.one(rejections) },
  }[name];
  const before = item.stage;
  const { own: made, status } = outcome(model, () => step(model, name, item, { version, by, today, given }));
  const isVoid = status === 200 && name === 'post' && before === 'Ready' && item.stage === 'Entered';
  const isDone = status === 200 && !isVoid;
  const what = `${name} of item ${item.id}, ${item.kind} ${item.purpose ?? ''}`;
  run.log.push(`${today} ${what}${isVoid ? ', its approval void' : isDone ? '' : ', to be refused'}`);
  const body = { items: [{ itemId: item.id, version }], actor: actorOf(by), ...parts };
  const response = await send(run, operations[name]!, body, undefined);
  const [result] = (response.body.results ?? []) as Record<string, unknown>[];
  const shown = (one: Record<string, unknown> | undefined) =>
    one && [one.isDone, one.stage ?? '', `${one.version ?? ''}`, one.code === 'approvalVoid'].join(' ');
  const stays = { stage: '', version: '' };
  const expected = { ...(isDone || isVoid ? item : stays), isDone, code: isVoid ? 'approvalVoid' : '' };
  if (shown(result) !== shown(expected))
    throw new Divergence(`${what}: ${JSON.stringify(response, text)}, the model says ${shown(expected)}`);
  if (name === 'post' && isDone) await learn(run, item, made!);
}

/** Compares the certificates that a posting made, and copies the numbers of what it made. */
async function learn(run: ModelRun, item: Row, made: Row[]): Promise<void> {
  const rows = async (query: string, ...values: unknown[]) => (await run.pool.query(query, values)).rows;
  const { issuer } = item;
  if (item.kind === 'Correction') {
    const query = 'select reversal_txn, replacement_txn from item where issuer_id = $1 and id = $2';
    const [ids] = await rows(query, issuer.id, item.id);
    const [reversal] = where(run.model.txns, { undoes: item.original });
    reversal!.id = ids.reversal_txn;
    const replacement = run.model.txns.find((one) => one !== reversal && one.id === undefined);
    if (replacement) replacement.id = ids.replacement_txn;
    if ((replacement?.id ?? null) !== ids.replacement_txn)
      throw new Divergence(`item ${item.id} has the replacement ${ids.replacement_txn}`);
  }
  for (const txn of new Set([...(item.txn ? [item.txn] : []), ...made.map((one) => one.by)])) {
    const issued = await rows(
      `select id, number, class_id as "classId", holder_id as "holderId", shares, restriction, form, prefix,
              is_treasury as "isTreasury", post_reverse_split as "postReverseSplit", customer_id as "customerId"
         from certificate where issuer_id = $1 and issued_txn = $2 order by id`,
      issuer.id,
      txn.id,
    );
    takeOver(`item ${item.id}`, where(made, { by: txn }), issued as Parameters<typeof takeOver>[2]);
  }
  const unnumbered = run.model.stops.filter((one) => one.id === undefined);
  for (const certificate of new Set(unnumbered.map((one) => one.certificate))) {
    const query = 'select id, kind from stop where issuer_id = $1 and certificate_id = $2 order by id desc';
    const stored = await rows(query, issuer.id, certificate.id);
    for (const stop of where(unnumbered, { certificate }).toReversed()) stop.id = stored.shift()?.id;
  }
}
