// Random writes through the interface, carried out by model and registry.

import { type EndpointId, endpointOf } from '#lib/contract/index';
import { decodeRequest } from '#lib/contract/wire/decode';
import { HttpError } from '#registry/http/http-error';
import { completeIssuance } from '#registry/ledger/issuance/pending-issuance';
import { handlerOf, type Served } from '#registry/operations/index';
import { contextOf } from './context.ts';
import { plusDays } from './days.ts';
import { addresses } from './fixtures.ts';
import { type Row, where } from './list.ts';
import { isManualOn, logInstruction } from './naive/items.ts';
import { instruct, label, move, once, putHolder } from './naive/register.ts';
import { stampOf, takeOver } from './share-commands.ts';
import { agreed, Divergence, outcome, type Spender, type World } from './world.ts';

const author = {
  createdByEmail: 'clerk@example.com',
  createdByFirstName: 'Robin',
  createdByLastName: 'Clerk',
};
type TestResponse = { status: number; body: Record<string, unknown> };

/** A write as its sender phrases it, through the contract's decoder and the registry's own handler. */
export async function send(
  world: World,
  id: EndpointId,
  body: object,
  caller: Row[] | undefined,
): Promise<TestResponse> {
  const text = JSON.parse(
    JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
  );
  const decoded = decodeRequest(endpointOf(id), { body: text }, { mode: 'registry' });
  if (!decoded.ok) return { status: 400, body: decoded.fields };
  try {
    const response = await handlerOf(id as Served)(contextOf(world, caller), decoded.value);
    return { status: 200, body: response as TestResponse['body'] };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { status: error.status, body: { message: error.message, ...error.errors } };
  }
}

/** Sends a write that the model has judged, twice if it has a key; returns both results. */
async function sent<T>(
  world: World,
  id: EndpointId,
  body: { idempotencyId?: string },
  rule: () => T,
  caller?: Row[],
): Promise<{ own: T; body: TestResponse['body'] } | undefined> {
  const judged = () =>
    outcome(world.model, () => {
      once(world.model, body.idempotencyId);
      return rule();
    });
  const first = judged();
  const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  world.log.push(
    `${world.today} ${id}${first.status === 200 ? '' : `, to be refused with ${first.status}`}: ${text}`,
  );
  const response = await send(world, id, body, caller);
  const compare = ({ status, body }: TestResponse, expected: number) => {
    if (status === expected) return;
    throw new Divergence(`${id} answered ${status} ${JSON.stringify(body)}, the model says ${expected}`);
  };
  compare(response, first.status);
  if (first.status !== 200) return;
  if (body.idempotencyId) compare(await send(world, id, body, caller), judged().status);
  return { own: first.own as T, body: response.body };
}

const keyOf = (world: World, spend: Spender) =>
  spend.rarely(3) ? { idempotencyId: `${world.model.holders[0]!.customerShareholderId} ${world.tick}` } : {};

type Sent = { [Word in keyof Row]?: Row[Word] | null };
function holderBody(world: World, spend: Spender, key: string | undefined): Sent {
  const old = where(world.model.holders, { customerShareholderId: key! })[0];
  const isFixed = old?.isNominee || old === undefined;
  const accountType = isFixed ? undefined : spend.one([undefined, 'Trust', 'RothIRA', null]);
  const body: Sent = {
    name: spend.one(['NEW NAME', old?.name ?? 'FRESH NAME', old ? label(old) : 'Álvaro Neu']),
    name2: spend.one([undefined, undefined, 'SECOND LINE', null]),
    name3: spend.one([undefined, undefined, 'THIRD LINE', null]),
    sortName: spend.one(['NAME, NEW', old?.sortName ?? 'NAME, FRESH', 'alpha, later']),
    accountType,
    primaryTaxId: spend.one([null, '900010007', '']),
    primaryTaxIdType: spend.one(['SSN', 'EIN']),
    primaryPayeeName: spend.one([null, 'SOMEBODY']),
    secondaryTaxId: spend.one([undefined, null, '001234567']),
    secondaryTaxIdType: spend.one([undefined, 'EIN', null]),
    primaryAddress: spend.one([old?.primaryAddress ?? addresses[0]!, ...addresses.slice(0, 2)]),
    mailingAddress: spend.one([undefined, undefined, null, addresses[1]!]),
  };
  return key === undefined ? body : { ...body, customerShareholderId: key };
}

/** CreateOrUpdate: a known ID, a new one, or none. */
export async function putShareholder(world: World, spend: Spender): Promise<void> {
  const { model } = world;
  const prefix = model.holders[0]!.customerShareholderId;
  const isNew = spend.rarely(4) && model.holders.length < 14;
  const known = spend.one(model.holders).customerShareholderId;
  const key = isNew ? spend.one([`${prefix}-n${world.tick}`, undefined]) : known;
  const holder = holderBody(world, spend, key);
  const granted = spend.one([model.issuers, model.issuers.slice(0, 1)]);
  const caller = spend.rarely(3) ? granted : undefined;
  const count = model.holders.length;
  const rule = () => putHolder(model, holder as Row, caller);
  const done = await sent(
    world,
    'CreateOrUpdate',
    { ...keyOf(world, spend), ...author, ...holder },
    rule,
    caller,
  );
  if (!done) return;
  const { action, customerShareholderId, systemShareholderId } = done.body as Record<string, never>;
  const { own } = done;
  own.id ??= systemShareholderId!;
  own.customerShareholderId ??= customerShareholderId!;
  const expected = [model.holders.length > count ? 'Create' : 'Update', own.customerShareholderId, own.id];
  const got = [action, customerShareholderId, systemShareholderId];
  if (got.join() !== expected.join()) throw new Divergence(`CreateOrUpdate answered ${got}, not ${expected}`);
}

const securityTypes = [
  ...[null, null, { securityTypeCode: 'P' }, { securityTypeCode: 'B' }],
  ...[{ securityTypeCode: 'P', securitySeriesCode: 'A' }, { securityTypeCode: 'W' }],
];

/** CreateNewIssuance for a known issuer or a new one, to a known holder or a new one. */
export async function instructIssuance(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const [first, second] = model.issuers as [Row, Row];
  const isFresh = spend.rarely(12) && model.issuers.length < 4;
  const fresh = second.customerIssuerId * 1000n + BigInt(world.tick);
  const customerIssuerId = isFresh ? fresh : spend.one([first, first, ...model.issuers]).customerIssuerId;
  const securityType = spend.one(securityTypes);
  const isNewHolder = spend.rarely(4) && model.holders.length < 14;
  const [some] = model.holders;
  const key = isNewHolder
    ? `${some!.customerShareholderId}-i${world.tick}`
    : spend.one(model.holders).customerShareholderId;
  const one = () => ({ shares: BigInt(spend.below(3000) + 1), restrictionCode: spend.one([null, 'N', 'R']) });
  const certificates = spend.rarely(4) ? [one(), one()] : [one()];
  const restrictionCode = spend.one([null, null, 'A']);
  const processDate = plusDays(today, spend.one([0, 0, 0, 1, -3, 6]));
  const days = [today, plusDays(today, -2), plusDays(today, 1), plusDays(today, 12)];
  const effectiveDate = spend.one([null, ...days]);
  const certificateType = spend.one(['BookEntry', 'Certificate'] as const);
  const chargeAmount = spend.one([0, 75, 12.5]);
  const shareholder = holderBody(world, spend, key);
  const order = {
    ...{ customerIssuerId, effectiveDate, processDate, chargeAmount, certificateType, securityType },
    ...{ restrictionCode, certificates, shareholder },
  };
  const body = { ...keyOf(world, spend), ...author, ...order, comments: null, TaxLots: null };
  const isManual = isManualOn(today);
  const sender = { ...order, enteredBy: author.createdByEmail };
  const rule = () => {
    const made = instruct(model, order as never as Row, today, today, isManual);
    return {
      ...made,
      item: isManual ? logInstruction(model, made, sender as never as Row, today) : undefined,
    };
  };
  const done = await sent(world, 'CreateNewIssuance', body, rule);
  if (!done) return;
  const { customerTransactionId, displayTransactionId, controlTransactionId } = done.body;
  done.own.txn.id = controlTransactionId as bigint;
  if (customerTransactionId !== null || displayTransactionId !== done.own.txn.id)
    throw new Divergence(`CreateNewIssuance answered ${Object.values(done.body).join(', ')}`);
  await learn(world, done.own);
}

/** Copies the IDs of what the write made, from the tables: the response names the transaction only. */
async function learn(
  world: World,
  { txn, holder, issuer, cls, made, item }: ReturnType<typeof instruct> & { item: Row | undefined },
): Promise<void> {
  const rows = async (text: string, ...values: unknown[]) => (await world.pool.query(text, values)).rows;
  issuer.id ??= (await rows('select id from issuer where customer_id = $1', issuer.customerIssuerId))[0].id;
  cls.id ??= (await rows('select max(id) as id from security_class where issuer_id = $1', issuer.id))[0].id;
  holder.id ??= (
    await rows('select id from holder where customer_id = $1', holder.customerShareholderId)
  )[0].id;
  if (item)
    item.id = (
      await rows('select id from item where issuer_id = $1 and txn_id = $2', issuer.id, txn.id)
    )[0].id;
  const text = 'select id, number from certificate where issuer_id = $1 and issued_txn = $2 order by id';
  const issued = await rows(text, issuer.id, txn.id);
  if (issued.length !== made.length) throw new Divergence(`The issuance made ${issued.length} certificates`);
  for (const [at, row] of issued.entries()) Object.assign(made[at]!, { id: row.id, number: row.number });
}

/** The agent completes an instructed issuance, on its day or too early. */
export async function completeInstructed(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const waiting = model.txns.filter(
    (one) => one.plan && !one.item && (one.status === 'Pending' || spend.rarely(9)),
  );
  if (waiting.length === 0) return;
  const txn = spend.one(waiting);
  const name = 'completion of an instructed issuance';
  const input = { issuerId: txn.issuer.id, txnId: txn.id, completedOn: today, processedAt: stampOf(world) };
  const rule = () => move(model, { txn, today, processed: today } as Row);
  const done = await agreed(world, name, rule, (tx) => completeIssuance(tx, input));
  if (done) takeOver(name, done.mine, done.theirs.issued);
}
