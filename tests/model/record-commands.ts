// Random commands on rejections, stops, dividends, meetings and plans, for model and ledger.

import type { PoolClient } from 'pg';
import * as notes from '#registry/ledger/core/record-verbs';
import { verb } from '#registry/ledger/core/verb';
import { payStockDividend } from '#registry/ledger/corporate-actions/stock-dividend';
import { declareDividend, joinPlanIn, payCashDividend } from '#registry/ledger/dividends';
import { openClass, setIssuerStatus } from '#registry/ledger/issuers';
import {
  cancel as ledgerCancel,
  receive as ledgerReceive,
  reject as ledgerReject,
} from '#registry/ledger/pending-transactions';
import { cancelProxy, closeProxy, openProxy, planProxy } from '#registry/ledger/proxies';
import { recordDifference, resolveDifference } from '#registry/ledger/record-differences';
import { castVotes } from '#registry/ledger/votes';
import { sum } from './amounts.ts';
import { plusDays } from './days.ts';
import type { Person } from './fixtures.ts';
import { type Row, type Some, where } from './list.ts';
import { far, note as noted } from './naive/register.ts';
import { cashPrice, classOf, entryOf, issuerOf, posted, roundings } from './share-commands.ts';
import { agreed, classInput, openInModel, register, type Spender, type World } from './world.ts';

const noon = (day: string) => `${day}T12:00:00Z`;
const decimal = (micros: bigint) => `${micros / 1_000_000n}.${`${micros % 1_000_000n}`.padStart(6, '0')}`;

/** A record of the model and the ledger; the row takes the ID the ledger assigned. */
async function retained(
  world: World,
  name: string,
  [rule, one, given]: [rule: string, one: Some, given?: Some],
  work: (tx: PoolClient) => Promise<unknown>,
): Promise<boolean> {
  const row = one as Row;
  row.issuer ??= (row.cls ?? row.certificate.cls).issuer;
  const done = await agreed(world, name, () => noted(world.model, rule, row, given as Row), work);
  const { theirs } = done ?? {};
  const id = typeof theirs === 'object' && theirs !== null && 'id' in theirs ? theirs.id : theirs;
  if (typeof id === 'bigint') row.id ??= id;
  return done !== undefined;
}

export async function receive(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const kind = spend.one(['T', 'T', 'N', 'R', 'C'] as const);
  const { given, ledger } = entryOf(world, spend, issuer, kind, false);
  const effective = spend.rarely(2) ? plusDays(world.today, spend.below(20) - 4) : '';
  const [from, to] = [spend.one(['', 'SOMEBODY']), spend.one(['', 'SOMEBODY ELSE', 'AN HEIR'])];
  const { receivedOn, customerId, presentor, isPresented, isRoutine, chargeAmount } = ledger;
  const entry = { receivedOn, customerId, presentor, isPresented, isRoutine, chargeAmount };
  const txn = Object.assign(given.txn, { effective, from, to });
  await retained(world, 'receive', ['txns', txn], (tx) =>
    ledgerReceive(tx, {
      ...{ issuerId: issuer.id, kind, transferFrom: from, issuedTo: to },
      entry: { ...entry, effectiveOn: effective || undefined },
    }),
  );
}

/** A row that fits, rarely any other. */
const likely = (spend: Spender, all: Row[], fits: (one: Row) => boolean, often: number) => {
  const found = all.filter(fits);
  return all.length === 0 ? undefined : spend.one(found.length > 0 && !spend.rarely(often) ? found : all);
};

export async function refuse(world: World, spend: Spender): Promise<void> {
  const txns = where(world.model.txns, { item: undefined });
  const txn = likely(spend, txns, (one) => one.status === 'Pending', 8);
  if (!txn) return;
  const cls = classOf(world, spend, txn.issuer);
  const day = plusDays(world.today, -spend.below(6));
  const common = { issuerId: txn.issuer.id, txnId: txn.id, processedAt: noon(world.today) };
  const reason = {
    reasonCode: 'M02',
    reason: 'Guarantee amount below transaction value',
    kind: 'Medallion' as const,
  };
  if (spend.rarely(2))
    await retained(world, 'reject', ['reject', txn, { day }], (tx) =>
      ledgerReject(tx, { ...common, ...reason, classId: cls.id, rejectedOn: day, shares: 1n }),
    );
  else await retained(world, 'cancel', ['cancel', txn], (tx) => ledgerCancel(tx, common));
}

const stopKinds = ['Lost, stolen or not received', 'Adverse claim', 'Court order or levy'] as const;

export async function stop(world: World, spend: Spender): Promise<void> {
  const certificate = likely(spend, world.model.papers, (one) => one.canceled === far, 9);
  if (!certificate) return;
  const kind = spend.one(stopKinds);
  const placed = plusDays(world.today, -spend.below(8));
  const input = {
    issuerId: certificate.cls.issuer.id,
    certificateId: certificate.id,
    kind,
    placedOn: placed,
  };
  const row = { certificate, kind, placed, released: '' };
  await retained(world, 'stop', ['stops', row], (tx) => notes.placeStop(tx, input));
}

export async function release(world: World, spend: Spender): Promise<void> {
  const found = likely(spend, world.model.stops, (one) => !one.released, 6);
  if (!found) return;
  // The day it was placed is the earliest one allowed.
  const day = spend.rarely(3) ? found.placed : plusDays(world.today, -spend.one([0, 0, 1, 3]));
  const input = { issuerId: found.certificate.cls.issuer.id, stopId: found.id, releasedOn: day };
  await retained(world, 'release', ['release', found, { day }], (tx) => notes.releaseStop(tx, input));
}

const stockRatios = [
  [1n, 20n],
  [1n, 3n],
  [2n, 7n],
] as const;

export async function declare(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const kind = spend.one(['Cash', 'Special Cash', 'Stock'] as const);
  const day = plusDays(world.today, -10);
  const record = plusDays(world.today, spend.below(25) - 12);
  const payable = plusDays(record, spend.below(20) - 1);
  const [n, d] = spend.one(stockRatios);
  const micros = kind === 'Stock' ? 0n : spend.one([87_500n, 1_000_000n, 333_333n, 10n, 1_250_000n]);
  const rounding = spend.one(roundings);
  const ratio = kind === 'Stock' ? `${n}:${d}` : '';
  const dates = { declaredOn: day, exOn: record, recordOn: record, payableOn: payable };
  const common = { issuerId: issuer.id, classId: cls.id, ...dates, fractionalType: rounding };
  const stock = { ratio: { numerator: n, denominator: d }, ratioText: ratio, cashPrice };
  const rate = decimal(micros).replace(/\.?0+$/, '');
  const row = { cls, kind, micros, n, d, ratio, rounding, record, payable };
  await retained(world, 'declare', ['dividends', row, { day }], (tx) =>
    declareDividend(tx, { ...common, ...(kind === 'Stock' ? { kind, ...stock } : { kind, rate }) }),
  );
}

/** Pays a dividend, mostly one whose record date has come; a cash dividend adds no journal entry. */
export async function pay(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const isEarly = spend.rarely(6);
  const due = model.dividends.filter(
    (one) => (isEarly || one.record <= today) && (!one.paid || spend.rarely(9)),
  );
  if (due.length === 0) return;
  const dividend = spend.one(due);
  const { issuer } = dividend.cls;
  const input = { issuerId: issuer.id, dividendId: dividend.id };
  if (dividend.kind === 'Stock') {
    const entry = entryOf(world, spend, issuer, 'D');
    await posted(world, 'stock dividend', entry, { dividend }, (tx, common) =>
      payStockDividend(tx, { ...common, ...input }),
    );
    return;
  }
  await retained(world, 'cash dividend', ['pay', dividend, { day: today }], (tx) =>
    payCashDividend(tx, { ...input, paidAt: noon(today) }),
  );
}

export async function plan(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const record = plusDays(world.today, spend.below(20) - 12);
  const [quorum, percent] = spend.one([
    ['50', '50.00'],
    ['33.33', '33.33'],
    ['66.7', '66.70'],
  ] as const);
  const meeting = '5/14/2026 10:00 AM';
  const close = spend.one(['', '5/13/2026 11:59 PM']);
  const title = `Meeting ${world.tick}`;
  const proposal = {
    text: 'Auditor',
    recommendation: 'For',
    standard: 'MajorityCast' as const,
    isElection: false,
  };
  const row = {
    cls,
    title,
    record,
    mailed: '',
    meeting,
    close,
    status: 'Pending',
    quorum: percent,
    ballots: [],
  };
  await retained(world, 'plan of a vote', ['proxies', row], (tx) =>
    planProxy(tx, {
      ...{
        issuerId: issuer.id,
        classId: cls.id,
        title,
        kind: 'Annual',
        recordOn: record,
        meetingAt: meeting,
      },
      ...{ voteCloseAt: close, quorumPercent: quorum, proposals: [proposal] },
    }),
  );
}

export async function hold(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const one = likely(spend, model.proxies, ({ status }) => status !== 'Closed' && status !== 'Canceled', 7);
  if (!one) return;
  const target = { issuerId: one.cls.issuer.id, proxyId: one.id };
  const step = spend.one(['vote', 'vote', one.status === 'Open' ? 'vote' : 'open', 'open', 'close', 'drop']);
  if (step === 'vote') {
    const holder = spend.one(model.holders);
    const entitled = sum(where(one.frozen ?? [], { holder }));
    const shares = (entitled * BigInt(spend.below(9) + 1)) / 8n;
    const votes = [{ proposal: 1, for: shares }];
    const ballot = { holderId: holder.id, shares, method: 'Mail', votedOn: today, votes };
    await retained(world, 'ballot', ['vote', one, { holder, shares }], (tx) =>
      castVotes(tx, { ...target, ballots: [ballot] }),
    );
  } else
    await retained(
      world,
      `${step} of a vote`,
      [step === 'drop' ? 'cancel' : step, one, { day: today }],
      async (tx) => {
        if (step === 'open') await openProxy(tx, { ...target, mailedOn: today, openedAt: noon(today) });
        else await (step === 'close' ? closeProxy : cancelProxy)(tx, target);
      },
    );
}

/** A new holder, and accounts for registrations that have none here yet. */
export async function enroll(world: World, spend: Spender): Promise<void> {
  const { model, tick } = world;
  const issuer = issuerOf(world, spend);
  let holder = spend.one(model.holders);
  if (spend.rarely(3) && model.holders.length < 14) {
    const sort = spend.one(['Mu, New', 'AARDVARK, A', 'mu, new', 'Zz Top']);
    const newcomer: Person = [[`NEW ${sort.toUpperCase()}`], sort, 'Individual'];
    const key = `${model.holders[0]!.customerShareholderId}-${tick}`;
    const made = await agreed(
      world,
      'registration',
      () => true,
      (tx) => register(tx, [newcomer], key),
    );
    holder = made!.theirs[0]!;
    model.holders.push(holder);
  }
  const input = { issuerId: issuer.id, holderId: holder.id, openedOn: world.today };
  const row = { issuer, holder, isTreasury: false };
  await retained(world, 'account', ['accounts', row], (tx) => notes.openAccount(tx, input));
}

export async function open(world: World, spend: Spender): Promise<void> {
  const { model, today, tick } = world;
  const issuer = issuerOf(world, spend);
  const code = spend.one(['P', 'C', 'M', 'D', 'U']);
  const same = where(model.classes, { issuer });
  const name = !spend.rarely(5) || same.length === 0 ? `Class ${tick}` : same[0]!.name;
  const opened = plusDays(today, spend.one([-10, -2, 0]));
  const texts = {
    code,
    series: spend.one(['', 'A', 'B', 'C']),
    name,
    description: '',
    cusip: '',
  };
  const flags = { isDollar: code === 'D', isDrs: spend.rarely(2), isPlan: false };
  const cls = {
    ...texts,
    ...flags,
    issuer,
    par: spend.one([null, 1]),
    paper: 'X',
    book: 'XB',
    ...{ opened, action: opened },
  } as Row;
  const authorized = BigInt(spend.one([0, 10_000]));
  if (same.length > 5) return;
  const rule = () => openInModel(model, cls, authorized);
  const done = await agreed(world, 'opening of a class', rule, (tx) =>
    openClass(tx, classInput(cls, authorized)),
  );
  if (done) cls.id = done.theirs;
}

/** Makes an issuer read only for a while. */
export async function standing(world: World, spend: Spender): Promise<void> {
  const issuer = world.model.issuers[1]!;
  const status = issuer.status === 'Active' ? spend.one(['Inactive', 'Pending'] as const) : 'Active';
  const rule = () => Object.assign(issuer, { status });
  await agreed(world, 'status', rule, (tx) => setIssuerStatus(tx, { issuerId: issuer.id, status }));
}

const joinPlan = verb(joinPlanIn);
const contact = { name: 'N', title: 'T', role: 'CEO', mayInstructIssuance: true, mayReceiveLists: true };
const bought = { costPerShare: null, totalCost: '100.00', isCovered: true, method: 'Purchase' };
type Note = { rule: string; row: Some; given?: Some; work: (tx: PoolClient) => Promise<unknown> };

/** Records that change no share balance. Contacts and tax lots change no response. */
export async function note(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const day = plusDays(today, -spend.below(70));
  const issuerId = issuer.id;
  const base = { issuerId, classId: cls.id };
  const kinds: Record<string, () => Note | undefined> = {
    price() {
      const micros = BigInt(spend.below(9000) + 1) * 1250n;
      const on = spend.rarely(2) ? today : day;
      const work = (tx: PoolClient) => notes.setPrice(tx, { ...base, day: on, amount: decimal(micros) });
      return { rule: 'prices', row: { cls, day: on, micros }, work };
    },
    difference() {
      const [shares, isPrior] = [BigInt(spend.below(9) - 4), spend.rarely(2)];
      const input = { ...base, openedOn: day, shares, cause: 'Duplicate', byPriorAgent: isPrior };
      const row = { cls, shares, opened: day, resolved: '', isPrior };
      return { rule: 'differences', row, work: (tx) => recordDifference(tx, input) };
    },
    resolve() {
      const row = model.differences.find((one) => one.cls.issuer === issuer && !one.resolved);
      const on = spend.rarely(2) ? today : day;
      const input = { issuerId, differenceId: row?.id ?? 0n, resolvedOn: on };
      return row && { rule: 'resolve', row, given: { day: on }, work: (tx) => resolveDifference(tx, input) };
    },
    escheat() {
      const input = { issuerId, holderId: spend.one(model.holders).id, state: 'NY', remittedOn: day };
      const work = (tx: PoolClient) => notes.recordEscheat(tx, { ...input, propertyCode: 'SC08' });
      return { rule: 'escheats', row: { issuer, day }, work };
    },
    member() {
      const held = where(model.papers, { cls }).map((one) => one.holder);
      const holder = spend.one(held.length > 0 && !spend.rarely(4) ? held : model.holders);
      if (!cls.isPlan || where(model.members, { cls, holder })[0]) return;
      const input = { ...base, holderId: holder.id, joinedOn: day };
      return { rule: 'members', row: { cls, holder, joined: day }, work: (tx) => joinPlan(tx, input) };
    },
    contact: () => ({
      ...{ rule: 'contact', row: { issuer } },
      work: (tx) => notes.addContact(tx, { issuerId, ...contact, activeSince: day }),
    }),
    lots() {
      const paper = where(model.papers, { cls, canceled: far }).find((one) => one.by.kind === 'N');
      if (!paper) return;
      const shares = spend.rarely(4) ? 0n : paper.shares;
      const lots = [{ acquiredOn: paper.issued, ...bought, shares }];
      const work = (tx: PoolClient) => notes.addTaxLots(tx, { issuerId, certificateId: paper.id, lots });
      return { rule: 'lots', row: { certificate: paper }, given: { shares }, work };
    },
  };
  // An aged difference in a class with more than one price must not be rare (Form TA-2, 8a).
  const often = ['price', 'price', 'difference', 'difference', 'resolve', 'resolve', 'member', 'member'];
  const kind = spend.one([...Object.keys(kinds), ...often]);
  const made = kinds[kind]!();
  if (made) await retained(world, kind, [made.rule, made.row, made.given], made.work);
}
