import type { EndpointId } from '#lib/contract/index';
import { sum } from './amounts.ts';
import { plusDays } from './days.ts';
import { enter, step } from './naive/items.ts';
import { far, label } from './naive/register.ts';
import { type Row, type Some, unique, where } from './rows.ts';
import { issuerOf, takeOver } from './share-commands.ts';
import { Divergence, outcome, type Spender, type World } from './world.ts';
import { send } from './write-commands.ts';

const actorOf = (email: string) => ({ email, firstName: 'A', lastName: 'B' });
const [clerk, operator] = ['clerk@example.com', 'operator@example.com'];
/** Every paper that a case or kind used here asks for. */
const documents = ['CourtOrder', 'Instruction', 'TaxForm', 'OwnerLetter', 'Withdrawal', 'Assignment'];
/** Warnings are acknowledged always: the model does not predict them. */
const acknowledged = ['badAddress', 'recentAddressChange', 'sameCertificate'];
const cases: Record<string, string> = { CourtOrder: 'Court order', SplitUp: 'Split-up' };
const stopKinds = ['Lost, stolen or not received', 'Adverse claim', 'Court order or levy'];

/** Logs a transfer, a retirement or a stop, sometimes of a certificate that is canceled. */
export async function enterItem(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  world.tick += 1;
  const issuer = issuerOf(world, spend);
  const all = where(model.papers, { 'cls.issuer': issuer });
  const papers = spend.rarely(9) ? all : where(all, { canceled: far });
  if (papers.length === 0) return;
  const first = spend.one(papers);
  const { cls, holder } = first;
  const other = spend.rarely(3) ? spend.one(where(papers, { holder, cls })) : first;
  const kind = spend.one(['Transfer', 'Transfer', 'Transfer', 'Retirement', 'StopPlace', 'StopRelease']);
  const received = plusDays(today, -spend.below(4));
  const common = { issuer, cls, kind, received, lines: [], shares: 0n, enteredBy: clerk, facts: '' };
  const item = { ...common, certificates: unique([first, other]) } as Some as Row;
  const content: Record<string, unknown> = { kind, receivedAt: received, channel: 'Mail' };
  const presentor = `Presentor ${world.tick}`;
  // Decided by a person, so that the model need not know the rules for routine items.
  const isRoutine = !spend.rarely(3);
  Object.assign(content, {
    presentor: { name: presentor },
    routine: { isRoutine, reason: 'Decided' },
    clearances: [{ obstacle: 'enteredLate', reason: 'Entered later' }],
    documents: documents.map((one) => ({ kind: one, state: 'Original' })),
  });
  if (kind === 'StopRelease') {
    const stops = model.stops.filter((one) => one.certificate.cls.issuer === issuer);
    if (stops.length === 0) return;
    const active = stops.filter((one) => !one.released);
    const stop = spend.one(active.length > 0 && !spend.rarely(6) ? active : stops);
    const certificates = stop.released ? [] : [stop.certificate];
    Object.assign(item, { stop, cls: stop.certificate.cls, certificates });
    Object.assign(content, { stopIds: [stop.id], reason: 'Ended' });
  } else {
    const named = item.certificates.map((one) => ({ controlCertificateId: one.id, isPaperHere: true }));
    Object.assign(content, { certificates: named, securityTypeId: cls.id });
  }
  if (kind === 'StopPlace') {
    item.purpose = spend.one(stopKinds);
    content.stop = { kind: item.purpose };
  }
  if (kind === 'Transfer') describeTransfer(world, spend, item, content);
  if (kind === 'Retirement') {
    item.shares = part(spend, sum(item.certificates));
    const authority = { text: 'Board resolution' };
    Object.assign(content, { purpose: 'Forfeiture', sharesRetired: item.shares, authority });
  }
  if (kind === 'Transfer' || kind === 'Retirement') {
    const names = (rows: Row[]) => unique(rows.map((one) => label(one.holder))).join('; ');
    item.txn = {
      ...{ issuer, kind: kind[0], key: null, received, presentor, effective: '', isCharged: false },
      ...{ isItem: true, isRoutine, from: names(item.certificates), to: names(item.lines) },
    } as Row;
  }
  const body = { customerIssuerId: issuer.customerIssuerId, content, actor: actorOf(clerk) };
  const { own, status } = outcome(model, () => enter(model, item));
  const ids = item.certificates.map((one) => one.id).join(' ');
  const what = `enter ${kind} ${item.purpose ?? ''} of ${item.shares} from certificates ${ids}`;
  world.log.push(`${today} ${what}${status === 200 ? '' : ', to be refused'}`);
  const response = await send(world, 'CreateItem', body, undefined);
  if (response.status !== status)
    throw new Divergence(
      `${what}: answered ${response.status} ${JSON.stringify(response.body, text)}, not ${status}`,
    );
  if (!own) return;
  own.id = BigInt(response.body.itemId as number);
  if (item.txn) item.txn.id = BigInt(response.body.controlTransactionId as number);
}

const part = (spend: Spender, all: bigint) =>
  spend.rarely(2) ? all : (all * BigInt(spend.below(7) + 1)) / 8n + 1n;
const text = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

function describeTransfer({ model }: World, spend: Spender, item: Row, content: Record<string, unknown>) {
  const [first] = item.certificates;
  const here = where(model.accounts, { issuer: item.issuer, isTreasury: false }).map((one) => one.holder);
  const caseCode = spend.one(['CourtOrder', 'CourtOrder', 'SplitUp']);
  const holder = caseCode === 'SplitUp' && !spend.rarely(12) ? first!.holder : spend.one(here);
  const all = sum(item.certificates);
  const shares = part(spend, all) < all ? part(spend, all) : all;
  const form = spend.one(['BookEntry', 'Certificate']);
  item.purpose = cases[caseCode]!;
  item.shares = shares < all ? shares : all;
  item.lines = [{ holder, shares: item.shares, form } as Row];
  const line = { systemShareholderId: holder.id, shares: item.shares, certificateType: form };
  Object.assign(content, { caseCode, lines: [line] });
}

const operations: Record<string, EndpointId> = {
  ...{ submit: 'SubmitItems', approve: 'ApproveItems', post: 'PostItems' },
  ...{ reject: 'RejectItems', cancel: 'CancelItems' },
};
const next: Record<string, string> = { Entered: 'submit', AwaitingApproval: 'approve', Ready: 'post' };

/** Takes an item to its next stage, sometimes ends it, rarely tries a step that is wrong. */
export async function stepItem(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const waiting = model.items.filter((one) => one.stage in next);
  const items = waiting.length > 0 && !spend.rarely(12) ? waiting : model.items;
  if (items.length === 0) return;
  const item = spend.one(items);
  const ends = spend.rarely(9) ? spend.one(['reject', 'cancel']) : undefined;
  const name = ends ?? (spend.rarely(12) ? 'post' : (next[item.stage] ?? 'submit'));
  const by = name === 'submit' || spend.rarely(9) ? clerk! : operator!;
  const version = spend.rarely(12) ? item.version - 1n : item.version;
  if (version < 1n) return;
  const more = {
    ...{ submit: {}, approve: { acknowledged }, post: { acknowledged }, cancel: { reason: 'Withdrawn' } },
    reject: { kind: 'Medallion', reasonCode: 'M02' },
  }[name];
  const before = item.stage;
  const { own: made, status } = outcome(model, () => step(model, name, item, { version, by, today }));
  const isVoid = name === 'post' && before === 'Ready' && item.stage === 'Entered';
  const isDone = status === 200 && !isVoid;
  const what = `${name} of item ${item.id}, ${item.kind} ${item.purpose ?? ''}`;
  world.log.push(`${today} ${what}${isVoid ? ', its approval void' : isDone ? '' : ', to be refused'}`);
  const body = { items: [{ itemId: item.id, version }], actor: actorOf(by), ...more };
  const response = await send(world, operations[name]!, body, undefined);
  const [result] = (response.body.results ?? []) as Record<string, unknown>[];
  const shown = (one: Record<string, unknown> | undefined) =>
    one && [one.isDone, one.stage ?? '', `${one.version ?? ''}`, one.code === 'approvalVoid'].join(' ');
  const stays = { stage: '', version: '' };
  const expected = { ...(isDone || isVoid ? item : stays), isDone, code: isVoid ? 'approvalVoid' : '' };
  if (shown(result) !== shown(expected))
    throw new Divergence(`${what}: ${JSON.stringify(response, text)}, the model says ${shown(expected)}`);
  if (name === 'post' && isDone) await learn(world, item, made!);
}

/** Compares the certificates that a posting made, and copies the numbers of what it made. */
async function learn(world: World, item: Row, made: Row[]): Promise<void> {
  const rows = async (query: string, ...values: unknown[]) => (await world.pool.query(query, values)).rows;
  if (item.txn) {
    const issued = await rows(
      `select id, number, class_id as "classId", holder_id as "holderId", shares, restriction, form, prefix,
              is_treasury as "isTreasury", post_reverse_split as "postReverseSplit", customer_id as "customerId"
         from certificate where issuer_id = $1 and issued_txn = $2 order by id`,
      item.issuer.id,
      item.txn.id,
    );
    takeOver(`item ${item.id}`, made, issued as Parameters<typeof takeOver>[2]);
  }
  for (const stop of world.model.stops.filter((one) => one.id === undefined)) {
    const query = 'select max(id) as id from stop where issuer_id = $1 and certificate_id = $2';
    stop.id = (await rows(query, item.issuer.id, stop.certificate.id))[0].id;
  }
}
