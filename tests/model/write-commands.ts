import { decodeRequest } from '#lib/contract/decode';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import { handlerOf, type Served } from '../../registry/handlers/index.ts';
import { Failure } from '../../registry/http/failure.ts';
import { completeIssuance } from '../../registry/ledger/pending-issuance.ts';
import * as books from './books.ts';
import { bound, contextOf, unrestricted } from './context.ts';
import type { Address, Code } from './shapes.ts';
import { posted, stampOf } from './share-commands.ts';
import { addresses, Divergence, type Spender, type World } from './world.ts';
import { complete, type HolderBody, type Instruction, instruct, putHolder } from './write-rules.ts';

const author = {
  createdByEmail: 'clerk@example.com',
  createdByFirstName: 'Robin',
  createdByLastName: 'Clerk',
};
type Answer = { status: number; body: Record<string, unknown> };

/** A write as its sender words it, through the contract's decoder and the registry's own handler. */
async function send(world: World, id: EndpointId, body: object, caller = unrestricted): Promise<Answer> {
  const text = JSON.parse(
    JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
  );
  const decoded = decodeRequest(endpointOf(id), { body: text }, { mode: 'registry' });
  if (!decoded.ok) return { status: 400, body: decoded.fields };
  try {
    const answer = await handlerOf(id as Served)(contextOf(world, caller), decoded.value);
    return { status: 200, body: answer as Answer['body'] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: error.status, body: { message: error.message, ...error.errors } };
  }
}

/** Compares the status; after a success the same key must answer 409 and change nothing (decisions, ruling 6). */
async function sent(
  world: World,
  id: EndpointId,
  body: object,
  status: number,
  caller = unrestricted,
): Promise<Answer> {
  const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  world.log.push(`${world.today} ${id}${status === 200 ? '' : `, to be refused with ${status}`}: ${text}`);
  const answer = await send(world, id, body, caller);
  if (answer.status !== status)
    throw new Divergence(
      `${id} answered ${answer.status} ${JSON.stringify(answer.body)}, the model says ${status}`,
    );
  if (status === 200 && 'idempotencyId' in body) {
    const again = await send(world, id, body, caller);
    if (again.status !== 409) throw new Divergence(`${id} answered ${again.status} to a key used before`);
  }
  return answer;
}

const keyOf = (world: World, spend: Spender) =>
  spend.rarely(3) ? { idempotencyId: `${world.model.holders[0]!.key} ${world.tick}` } : {};

function holderBody(world: World, spend: Spender, key: string | undefined): HolderBody {
  const old = world.model.holders.find((one) => one.key === key);
  const mailing: (Address | null | undefined)[] = [undefined, undefined, null, addresses[1]];
  const type =
    old?.isNominee || old === undefined ? undefined : spend.one([undefined, 'Trust', 'RothIRA', null]);
  const body: HolderBody = {
    name: spend.one(['NEW NAME', old?.lines[0] ?? 'FRESH NAME', 'Álvaro Neu']),
    name2: spend.one([undefined, undefined, 'SECOND LINE', null]),
    name3: spend.one([undefined, undefined, 'THIRD LINE', null]),
    sortName: spend.one(['NAME, NEW', old?.sort ?? 'NAME, FRESH', 'alpha, later']),
    accountType: type,
    primaryTaxId: spend.one([null, '900010007', '']),
    primaryTaxIdType: spend.one(['SSN', 'EIN']),
    primaryPayeeName: spend.one([null, 'SOMEBODY']),
    secondaryTaxId: spend.one([undefined, null, '001234567']),
    secondaryTaxIdType: spend.one([undefined, 'EIN', null]),
    primaryAddress: spend.one([old?.primary ?? addresses[0]!, ...addresses.slice(0, 2)]),
    mailingAddress: spend.one(mailing),
  };
  return key === undefined ? body : { ...body, customerShareholderId: key };
}

/** CreateOrUpdate: a known id, a new one, or none. */
export async function putShareholder(world: World, spend: Spender): Promise<void> {
  const { model } = world;
  const prefix = model.holders[0]!.key;
  const isNew = spend.rarely(4) && model.holders.length < 14;
  const key = isNew ? spend.one([`${prefix}-n${world.tick}`, undefined]) : spend.one(model.holders).key;
  const old = model.holders.find((one) => one.key === key);
  const body = holderBody(world, spend, key);
  const granted = spend.one([model.issuers, model.issuers.slice(0, 1)]);
  const caller = spend.rarely(3) ? bound(...granted) : unrestricted;
  // A registration is one for all its issuers: who may not see them all may not change it (ruling 16).
  const places = model.accounts.filter((one) => one.holder === old).map((one) => one.issuer);
  const isKnown = places.length === 0 ? old?.isOwn === true : places.some((one) => granted.includes(one));
  const isBound = caller !== unrestricted && old !== undefined;
  const status = !isBound ? 200 : !isKnown ? 404 : places.every((one) => granted.includes(one)) ? 200 : 403;
  const answer = await sent(
    world,
    'CreateOrUpdate',
    { ...keyOf(world, spend), ...author, ...body },
    status,
    caller,
  );
  if (status !== 200) return;
  const holder = putHolder(model, body);
  const { action, customerShareholderId, systemShareholderId } = answer.body;
  if (action !== (old ? 'Update' : 'Create')) throw new Divergence(`CreateOrUpdate called it ${action}`);
  if (!old) Object.assign(holder, { id: systemShareholderId, key: customerShareholderId, isOwn: true });
  if (holder.id !== systemShareholderId || holder.key !== customerShareholderId)
    throw new Divergence(
      `CreateOrUpdate answered ${JSON.stringify(customerShareholderId)} for ${holder.key}`,
    );
}

/** CreateNewIssuance for a known issuer or a new one, to a known holder or a new one. */
export async function instructIssuance(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const second = model.issuers[1]!;
  const fresh = second.key * 1000n + BigInt(world.tick);
  const isFresh = spend.rarely(12) && model.issuers.length < 4;
  const key = isFresh ? fresh : spend.one([model.issuers[0]!, model.issuers[0]!, ...model.issuers]).key;
  const securityType = spend.one([
    null,
    null,
    { securityTypeCode: 'P' },
    { securityTypeCode: 'P', securitySeriesCode: 'A' },
    { securityTypeCode: 'W' },
  ]);
  const isNewHolder = spend.rarely(4) && model.holders.length < 14;
  const holderKey = isNewHolder ? `${model.holders[0]!.key}-i${world.tick}` : spend.one(model.holders).key;
  const one = () => ({
    shares: BigInt(spend.below(3000) + 1),
    restrictionCode: spend.one<Code | null>([null, 'N', 'R']),
  });
  const certificates = spend.rarely(4) ? [one(), one()] : [one()];
  const restrictionCode = spend.one<Code | null>([null, null, 'A']);
  const process = books.plusDays(today, spend.one([0, 0, 0, 1, -3, 6]));
  const effective = spend.one([
    null,
    today,
    books.plusDays(today, -2),
    books.plusDays(today, 1),
    books.plusDays(today, 12),
  ]);
  const processed = world.evening === today ? books.plusDays(today, 1) : today;
  const form = spend.one(['BookEntry', 'Certificate'] as const);
  const chargeAmount = spend.one([0, 75, 12.5]);
  const holder = holderBody(world, spend, holderKey);
  const given: Instruction = {
    ...{ key, today, effective, process, processed, form, holder, isCharged: chargeAmount > 0 },
    code: securityType?.securityTypeCode ?? '',
    series: (securityType as { securitySeriesCode?: string } | null)?.securitySeriesCode ?? '',
    certificates: certificates.map((each) => ({
      shares: each.shares,
      code: each.restrictionCode ?? restrictionCode ?? 'N',
    })),
  };
  const done = instruct(model, given);
  const body = {
    ...{
      ...keyOf(world, spend),
      ...author,
      customerIssuerId: key,
      effectiveDate: effective,
      processDate: process,
    },
    ...{ chargeAmount, certificateType: form, securityType, comments: null, restrictionCode, certificates },
    ...{ shareholder: holder, TaxLots: null },
  };
  const { body: answer } = await sent(world, 'CreateNewIssuance', body, done ? 200 : 400);
  if (!done) return;
  done.txn.id = answer.controlTransactionId as bigint;
  if (answer.customerTransactionId !== null || answer.displayTransactionId !== done.txn.id)
    throw new Divergence(`CreateNewIssuance answered ${Object.values(answer).join(', ')}`);
  await learn(world, done);
}

/** Takes over the keys of what the write made. They are read from the tables: its answer names the transaction only. */
async function learn(world: World, done: NonNullable<ReturnType<typeof instruct>>): Promise<void> {
  const first = async (text: string, values: unknown[]) => (await world.pool.query(text, values)).rows;
  const { txn, holder, newIssuer, newClass, made } = done;
  if (newIssuer)
    newIssuer.id = (await first('select id from issuer where customer_id = $1', [newIssuer.key]))[0].id;
  if (newClass) {
    const found = await first('select max(id) as id from security_class where issuer_id = $1', [
      newClass.issuer.id,
    ]);
    newClass.id = found[0].id;
  }
  if (holder.id === 0n) {
    holder.id = (await first('select id from holder where customer_id = $1', [holder.key]))[0].id;
    holder.isOwn = true;
  }
  const issued = await first(
    'select id, number from certificate where issuer_id = $1 and issued_txn = $2 order by id',
    [txn.issuer.id, txn.id],
  );
  if (issued.length !== (made?.added.length ?? 0))
    throw new Divergence(`The issuance made ${issued.length} certificates`);
  for (const [at, row] of issued.entries())
    Object.assign(made!.added[at]!, { id: row.id, number: row.number });
}

/** The agent completes an instructed issuance, on its day or too early. */
export async function completeInstructed(world: World, spend: Spender): Promise<void> {
  const waiting = world.model.txns.filter((one) => one.plan && (one.status === 'Pending' || spend.rarely(9)));
  if (waiting.length === 0) return;
  const txn = spend.one(waiting);
  const { today } = world;
  const processed = world.evening === today ? books.plusDays(today, 1) : today;
  const made = complete(world.model, txn, today, processed);
  const processedAt = stampOf(today, processed);
  await posted(world, 'completion of an instructed issuance', made, (tx) =>
    completeIssuance(tx, { issuerId: txn.issuer.id, txnId: txn.id, completedOn: today, processedAt }),
  );
}
