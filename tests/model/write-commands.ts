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
import { agreed, type Chooser, Divergence, type ModelRun, outcome } from './model-run.ts';
import { isManualOn, logInstruction } from './naive/items.ts';
import { instruct, label, move, once, putHolder } from './naive/register.ts';
import { stampOf, takeOver } from './share-commands.ts';

const author = {
  createdByEmail: 'clerk@example.com',
  createdByFirstName: 'Robin',
  createdByLastName: 'Clerk',
};
type TestResponse = { status: number; body: Record<string, unknown> };

/** A write as its sender phrases it, through the contract's decoder and the registry's own handler. */
export async function send(
  run: ModelRun,
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
    const response = await handlerOf(id as Served)(contextOf(run, caller), decoded.value);
    return { status: 200, body: response as TestResponse['body'] };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { status: error.status, body: { message: error.message, ...error.errors } };
  }
}

/** Sends a write that the model has judged, twice if it has a key; returns both results. */
async function sent<T>(
  run: ModelRun,
  id: EndpointId,
  body: { idempotencyId?: string },
  rule: () => T,
  caller?: Row[],
): Promise<{ own: T; body: TestResponse['body'] } | undefined> {
  const judged = () =>
    outcome(run.model, () => {
      once(run.model, body.idempotencyId);
      return rule();
    });
  const first = judged();
  const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  run.log.push(
    `${run.today} ${id}${first.status === 200 ? '' : `, to be refused with ${first.status}`}: ${text}`,
  );
  const response = await send(run, id, body, caller);
  const compare = ({ status, body }: TestResponse, expected: number) => {
    if (status === expected) return;
    throw new Divergence(`${id} answered ${status} ${JSON.stringify(body)}, the model says ${expected}`);
  };
  compare(response, first.status);
  if (first.status !== 200) return;
  if (body.idempotencyId) compare(await send(run, id, body, caller), judged().status);
  return { own: first.own as T, body: response.body };
}

const keyOf = (run: ModelRun, choose: Chooser) =>
  choose.rarely(3) ? { idempotencyId: `${run.model.holders[0]!.customerShareholderId} ${run.tick}` } : {};

type Sent = { [Word in keyof Row]?: Row[Word] | null };
function holderBody(run: ModelRun, choose: Chooser, key: string | undefined): Sent {
  const old = where(run.model.holders, { customerShareholderId: key! })[0];
  const isFixed = old?.isNominee || old === undefined;
  const accountType = isFixed ? undefined : choose.one([undefined, 'Trust', 'RothIRA', null]);
  const body: Sent = {
    name: choose.one(['NEW NAME', old?.name ?? 'FRESH NAME', old ? label(old) : 'Álvaro Neu']),
    name2: choose.one([undefined, undefined, 'SECOND LINE', null]),
    name3: choose.one([undefined, undefined, 'THIRD LINE', null]),
    sortName: choose.one(['NAME, NEW', old?.sortName ?? 'NAME, FRESH', 'alpha, later']),
    accountType,
    primaryTaxId: choose.one([null, '900010007', '']),
    primaryTaxIdType: choose.one(['SSN', 'EIN']),
    primaryPayeeName: choose.one([null, 'SOMEBODY']),
    secondaryTaxId: choose.one([undefined, null, '001234567']),
    secondaryTaxIdType: choose.one([undefined, 'EIN', null]),
    primaryAddress: choose.one([old?.primaryAddress ?? addresses[0]!, ...addresses.slice(0, 2)]),
    mailingAddress: choose.one([undefined, undefined, null, addresses[1]!]),
  };
  return key === undefined ? body : { ...body, customerShareholderId: key };
}

/** CreateOrUpdate: a known ID, a new one, or none. */
export async function putShareholder(run: ModelRun, choose: Chooser): Promise<void> {
  const { model } = run;
  const prefix = model.holders[0]!.customerShareholderId;
  const isNew = choose.rarely(4) && model.holders.length < 14;
  const known = choose.one(model.holders).customerShareholderId;
  const key = isNew ? choose.one([`${prefix}-n${run.tick}`, undefined]) : known;
  const holder = holderBody(run, choose, key);
  const granted = choose.one([model.issuers, model.issuers.slice(0, 1)]);
  const caller = choose.rarely(3) ? granted : undefined;
  const count = model.holders.length;
  const rule = () => putHolder(model, holder as Row, caller);
  const done = await sent(
    run,
    'CreateOrUpdate',
    { ...keyOf(run, choose), ...author, ...holder },
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
export async function instructIssuance(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const [first, second] = model.issuers as [Row, Row];
  const isFresh = choose.rarely(12) && model.issuers.length < 4;
  const fresh = second.customerIssuerId * 1000n + BigInt(run.tick);
  const customerIssuerId = isFresh ? fresh : choose.one([first, first, ...model.issuers]).customerIssuerId;
  const securityType = choose.one(securityTypes);
  const isNewHolder = choose.rarely(4) && model.holders.length < 14;
  const [some] = model.holders;
  const key = isNewHolder
    ? `${some!.customerShareholderId}-i${run.tick}`
    : choose.one(model.holders).customerShareholderId;
  const one = () => ({
    shares: BigInt(choose.below(3000) + 1),
    restrictionCode: choose.one([null, 'N', 'R']),
  });
  const certificates = choose.rarely(4) ? [one(), one()] : [one()];
  const restrictionCode = choose.one([null, null, 'A']);
  const processDate = plusDays(today, choose.one([0, 0, 0, 1, -3, 6]));
  const days = [today, plusDays(today, -2), plusDays(today, 1), plusDays(today, 12)];
  const effectiveDate = choose.one([null, ...days]);
  const certificateType = choose.one(['BookEntry', 'Certificate'] as const);
  const chargeAmount = choose.one([0, 75, 12.5]);
  const shareholder = holderBody(run, choose, key);
  const order = {
    ...{ customerIssuerId, effectiveDate, processDate, chargeAmount, certificateType, securityType },
    ...{ restrictionCode, certificates, shareholder },
  };
  const body = { ...keyOf(run, choose), ...author, ...order, comments: null, TaxLots: null };
  const isManual = isManualOn(today);
  const sender = { ...order, enteredBy: author.createdByEmail };
  const rule = () => {
    const made = instruct(model, order as never as Row, today, today, isManual);
    return {
      ...made,
      item: isManual ? logInstruction(model, made, sender as never as Row, today) : undefined,
    };
  };
  const done = await sent(run, 'CreateNewIssuance', body, rule);
  if (!done) return;
  const { customerTransactionId, displayTransactionId, controlTransactionId } = done.body;
  done.own.txn.id = controlTransactionId as bigint;
  if (customerTransactionId !== null || displayTransactionId !== done.own.txn.id)
    throw new Divergence(`CreateNewIssuance answered ${Object.values(done.body).join(', ')}`);
  await learn(run, done.own);
}

/** Copies the IDs of what the write made, from the tables: the response names the transaction only. */
async function learn(
  run: ModelRun,
  { txn, holder, issuer, cls, made, item }: ReturnType<typeof instruct> & { item: Row | undefined },
): Promise<void> {
  const rows = async (text: string, ...values: unknown[]) => (await run.pool.query(text, values)).rows;
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
export async function completeInstructed(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const waiting = model.txns.filter(
    (one) => one.plan && !one.item && (one.status === 'Pending' || choose.rarely(9)),
  );
  if (waiting.length === 0) return;
  const txn = choose.one(waiting);
  const name = 'completion of an instructed issuance';
  const input = { issuerId: txn.issuer.id, txnId: txn.id, completedOn: today, processedAt: stampOf(run) };
  const rule = () => move(model, { txn, today, processed: today } as Row);
  const done = await agreed(run, name, rule, (tx) => completeIssuance(tx, input));
  if (done) takeOver(name, done.mine, done.theirs.issued);
}
