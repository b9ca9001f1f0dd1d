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
import { agreed, type Chooser, classInput, type ModelRun, openInModel, register } from './model-run.ts';
import { far, note as noted } from './naive/register.ts';
import { cashPrice, classOf, entryOf, issuerOf, posted, roundings } from './share-commands.ts';

const noon = (day: string) => `${day}T12:00:00Z`;
const decimal = (micros: bigint) => `${micros / 1_000_000n}.${`${micros % 1_000_000n}`.padStart(6, '0')}`;

/** A record of the model and the ledger; the row takes the ID the ledger assigned. */
async function retained(
  run: ModelRun,
  name: string,
  [rule, one, given]: [rule: string, one: Some, given?: Some],
  work: (tx: PoolClient) => Promise<unknown>,
): Promise<boolean> {
  const row = one as Row;
  row.issuer ??= (row.cls ?? row.certificate.cls).issuer;
  const done = await agreed(run, name, () => noted(run.model, rule, row, given as Row), work);
  const { theirs } = done ?? {};
  const id = typeof theirs === 'object' && theirs !== null && 'id' in theirs ? theirs.id : theirs;
  if (typeof id === 'bigint') row.id ??= id;
  return done !== undefined;
}

export async function receive(run: ModelRun, choose: Chooser): Promise<void> {
  const issuer = issuerOf(run, choose);
  const kind = choose.one(['T', 'T', 'N', 'R', 'C'] as const);
  const { given, ledger } = entryOf(run, choose, issuer, kind, false);
  const effective = choose.rarely(2) ? plusDays(run.today, choose.below(20) - 4) : '';
  const [from, to] = [choose.one(['', 'SOMEBODY']), choose.one(['', 'SOMEBODY ELSE', 'AN HEIR'])];
  const { receivedOn, customerId, presentor, isPresented, isRoutine, chargeAmount } = ledger;
  const entry = { receivedOn, customerId, presentor, isPresented, isRoutine, chargeAmount };
  const txn = Object.assign(given.txn, { effective, from, to });
  await retained(run, 'receive', ['txns', txn], (tx) =>
    ledgerReceive(tx, {
      ...{ issuerId: issuer.id, kind, transferFrom: from, issuedTo: to },
      entry: { ...entry, effectiveOn: effective || undefined },
    }),
  );
}

/** A row that fits, rarely any other. */
const likely = (choose: Chooser, all: Row[], fits: (one: Row) => boolean, often: number) => {
  const found = all.filter(fits);
  return all.length === 0 ? undefined : choose.one(found.length > 0 && !choose.rarely(often) ? found : all);
};

export async function refuse(run: ModelRun, choose: Chooser): Promise<void> {
  const txns = where(run.model.txns, { item: undefined });
  const txn = likely(choose, txns, (one) => one.status === 'Pending', 8);
  if (!txn) return;
  const cls = classOf(run, choose, txn.issuer);
  const day = plusDays(run.today, -choose.below(6));
  const common = { issuerId: txn.issuer.id, txnId: txn.id, processedAt: noon(run.today) };
  const reason = {
    reasonCode: 'M02',
    reason: 'Guarantee amount below transaction value',
    kind: 'Medallion' as const,
  };
  if (choose.rarely(2))
    await retained(run, 'reject', ['reject', txn, { day }], (tx) =>
      ledgerReject(tx, { ...common, ...reason, classId: cls.id, rejectedOn: day, shares: 1n }),
    );
  else await retained(run, 'cancel', ['cancel', txn], (tx) => ledgerCancel(tx, common));
}

const stopKinds = ['Lost, stolen or not received', 'Adverse claim', 'Court order or levy'] as const;

export async function stop(run: ModelRun, choose: Chooser): Promise<void> {
  const certificate = likely(choose, run.model.papers, (one) => one.canceled === far, 9);
  if (!certificate) return;
  const kind = choose.one(stopKinds);
  const placed = plusDays(run.today, -choose.below(8));
  const input = {
    issuerId: certificate.cls.issuer.id,
    certificateId: certificate.id,
    kind,
    placedOn: placed,
  };
  const row = { certificate, kind, placed, released: '' };
  await retained(run, 'stop', ['stops', row], (tx) => notes.placeStop(tx, input));
}

export async function release(run: ModelRun, choose: Chooser): Promise<void> {
  const found = likely(choose, run.model.stops, (one) => !one.released, 6);
  if (!found) return;
  // The day it was placed is the earliest one allowed.
  const day = choose.rarely(3) ? found.placed : plusDays(run.today, -choose.one([0, 0, 1, 3]));
  const input = { issuerId: found.certificate.cls.issuer.id, stopId: found.id, releasedOn: day };
  await retained(run, 'release', ['release', found, { day }], (tx) => notes.releaseStop(tx, input));
}

const stockRatios = [
  [1n, 20n],
  [1n, 3n],
  [2n, 7n],
] as const;

export async function declare(run: ModelRun, choose: Chooser): Promise<void> {
  const issuer = issuerOf(run, choose);
  const cls = classOf(run, choose, issuer);
  const kind = choose.one(['Cash', 'Special Cash', 'Stock'] as const);
  const day = plusDays(run.today, -10);
  const record = plusDays(run.today, choose.below(25) - 12);
  const payable = plusDays(record, choose.below(20) - 1);
  const [n, d] = choose.one(stockRatios);
  const micros = kind === 'Stock' ? 0n : choose.one([87_500n, 1_000_000n, 333_333n, 10n, 1_250_000n]);
  const rounding = choose.one(roundings);
  const ratio = kind === 'Stock' ? `${n}:${d}` : '';
  const dates = { declaredOn: day, exOn: record, recordOn: record, payableOn: payable };
  const common = { issuerId: issuer.id, classId: cls.id, ...dates, fractionalType: rounding };
  const stock = { ratio: { numerator: n, denominator: d }, ratioText: ratio, cashPrice };
  const rate = decimal(micros).replace(/\.?0+$/, '');
  const row = { cls, kind, micros, n, d, ratio, rounding, record, payable };
  await retained(run, 'declare', ['dividends', row, { day }], (tx) =>
    declareDividend(tx, { ...common, ...(kind === 'Stock' ? { kind, ...stock } : { kind, rate }) }),
  );
}

/** Pays a dividend, mostly one whose record date has come; a cash dividend adds no journal entry. */
export async function pay(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const isEarly = choose.rarely(6);
  const due = model.dividends.filter(
    (one) => (isEarly || one.record <= today) && (!one.paid || choose.rarely(9)),
  );
  if (due.length === 0) return;
  const dividend = choose.one(due);
  const { issuer } = dividend.cls;
  const input = { issuerId: issuer.id, dividendId: dividend.id };
  if (dividend.kind === 'Stock') {
    const entry = entryOf(run, choose, issuer, 'D');
    await posted(run, 'stock dividend', entry, { dividend }, (tx, common) =>
      payStockDividend(tx, { ...common, ...input }),
    );
    return;
  }
  await retained(run, 'cash dividend', ['pay', dividend, { day: today }], (tx) =>
    payCashDividend(tx, { ...input, paidAt: noon(today) }),
  );
}

export async function plan(run: ModelRun, choose: Chooser): Promise<void> {
  const issuer = issuerOf(run, choose);
  const cls = classOf(run, choose, issuer);
  const record = plusDays(run.today, choose.below(20) - 12);
  const [quorum, percent] = choose.one([
    ['50', '50.00'],
    ['33.33', '33.33'],
    ['66.7', '66.70'],
  ] as const);
  const meeting = '5/14/2026 10:00 AM';
  const close = choose.one(['', '5/13/2026 11:59 PM']);
  const title = `Meeting ${run.tick}`;
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
  await retained(run, 'plan of a vote', ['proxies', row], (tx) =>
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

export async function hold(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const one = likely(choose, model.proxies, ({ status }) => status !== 'Closed' && status !== 'Canceled', 7);
  if (!one) return;
  const target = { issuerId: one.cls.issuer.id, proxyId: one.id };
  const step = choose.one(['vote', 'vote', one.status === 'Open' ? 'vote' : 'open', 'open', 'close', 'drop']);
  if (step === 'vote') {
    const holder = choose.one(model.holders);
    const entitled = sum(where(one.frozen ?? [], { holder }));
    const shares = (entitled * BigInt(choose.below(9) + 1)) / 8n;
    const votes = [{ proposal: 1, for: shares }];
    const ballot = { holderId: holder.id, shares, method: 'Mail', votedOn: today, votes };
    await retained(run, 'ballot', ['vote', one, { holder, shares }], (tx) =>
      castVotes(tx, { ...target, ballots: [ballot] }),
    );
  } else
    await retained(
      run,
      `${step} of a vote`,
      [step === 'drop' ? 'cancel' : step, one, { day: today }],
      async (tx) => {
        if (step === 'open') await openProxy(tx, { ...target, mailedOn: today, openedAt: noon(today) });
        else await (step === 'close' ? closeProxy : cancelProxy)(tx, target);
      },
    );
}

/** A new holder, and accounts for registrations that have none here yet. */
export async function enroll(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, tick } = run;
  const issuer = issuerOf(run, choose);
  let holder = choose.one(model.holders);
  if (choose.rarely(3) && model.holders.length < 14) {
    const sort = choose.one(['Mu, New', 'AARDVARK, A', 'mu, new', 'Zz Top']);
    const newcomer: Person = [[`NEW ${sort.toUpperCase()}`], sort, 'Individual'];
    const key = `${model.holders[0]!.customerShareholderId}-${tick}`;
    const made = await agreed(
      run,
      'registration',
      () => true,
      (tx) => register(tx, [newcomer], key),
    );
    holder = made!.theirs[0]!;
    model.holders.push(holder);
  }
  const input = { issuerId: issuer.id, holderId: holder.id, openedOn: run.today };
  const row = { issuer, holder, isTreasury: false };
  await retained(run, 'account', ['accounts', row], (tx) => notes.openAccount(tx, input));
}

export async function open(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today, tick } = run;
  const issuer = issuerOf(run, choose);
  const code = choose.one(['P', 'C', 'M', 'D', 'U']);
  const same = where(model.classes, { issuer });
  const name = !choose.rarely(5) || same.length === 0 ? `Class ${tick}` : same[0]!.name;
  const opened = plusDays(today, choose.one([-10, -2, 0]));
  const texts = {
    code,
    series: choose.one(['', 'A', 'B', 'C']),
    name,
    description: '',
    cusip: '',
  };
  const flags = { isDollar: code === 'D', isDrs: choose.rarely(2), isPlan: false };
  const cls = {
    ...texts,
    ...flags,
    issuer,
    par: choose.one([null, 1]),
    paper: 'X',
    book: 'XB',
    ...{ opened, action: opened },
  } as Row;
  const authorized = BigInt(choose.one([0, 10_000]));
  if (same.length > 5) return;
  const rule = () => openInModel(model, cls, authorized);
  const done = await agreed(run, 'opening of a class', rule, (tx) =>
    openClass(tx, classInput(cls, authorized)),
  );
  if (done) cls.id = done.theirs;
}

/** Makes an issuer read only for a while. */
export async function standing(run: ModelRun, choose: Chooser): Promise<void> {
  const issuer = run.model.issuers[1]!;
  const status = issuer.status === 'Active' ? choose.one(['Inactive', 'Pending'] as const) : 'Active';
  const rule = () => Object.assign(issuer, { status });
  await agreed(run, 'status', rule, (tx) => setIssuerStatus(tx, { issuerId: issuer.id, status }));
}

const joinPlan = verb(joinPlanIn);
const contact = { name: 'N', title: 'T', role: 'CEO', mayInstructIssuance: true, mayReceiveLists: true };
const bought = { costPerShare: null, totalCost: '100.00', isCovered: true, method: 'Purchase' };
type Note = { rule: string; row: Some; given?: Some; work: (tx: PoolClient) => Promise<unknown> };

/** Records that change no share balance. Contacts and tax lots change no response. */
export async function note(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const issuer = issuerOf(run, choose);
  const cls = classOf(run, choose, issuer);
  const day = plusDays(today, -choose.below(70));
  const issuerId = issuer.id;
  const base = { issuerId, classId: cls.id };
  const kinds: Record<string, () => Note | undefined> = {
    price() {
      const micros = BigInt(choose.below(9000) + 1) * 1250n;
      const on = choose.rarely(2) ? today : day;
      const work = (tx: PoolClient) => notes.setPrice(tx, { ...base, day: on, amount: decimal(micros) });
      return { rule: 'prices', row: { cls, day: on, micros }, work };
    },
    difference() {
      const [shares, isPrior] = [BigInt(choose.below(9) - 4), choose.rarely(2)];
      const input = { ...base, openedOn: day, shares, cause: 'Duplicate', byPriorAgent: isPrior };
      const row = { cls, shares, opened: day, resolved: '', isPrior };
      return { rule: 'differences', row, work: (tx) => recordDifference(tx, input) };
    },
    resolve() {
      const row = model.differences.find((one) => one.cls.issuer === issuer && !one.resolved);
      const on = choose.rarely(2) ? today : day;
      const input = { issuerId, differenceId: row?.id ?? 0n, resolvedOn: on };
      return row && { rule: 'resolve', row, given: { day: on }, work: (tx) => resolveDifference(tx, input) };
    },
    escheat() {
      const input = { issuerId, holderId: choose.one(model.holders).id, state: 'NY', remittedOn: day };
      const work = (tx: PoolClient) => notes.recordEscheat(tx, { ...input, propertyCode: 'SC08' });
      return { rule: 'escheats', row: { issuer, day }, work };
    },
    member() {
      const held = where(model.papers, { cls }).map((one) => one.holder);
      const holder = choose.one(held.length > 0 && !choose.rarely(4) ? held : model.holders);
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
      const shares = choose.rarely(4) ? 0n : paper.shares;
      const lots = [{ acquiredOn: paper.issued, ...bought, shares }];
      const work = (tx: PoolClient) => notes.addTaxLots(tx, { issuerId, certificateId: paper.id, lots });
      return { rule: 'lots', row: { certificate: paper }, given: { shares }, work };
    },
  };
  // An aged difference in a class with more than one price must not be rare (Form TA-2, 8a).
  const often = ['price', 'price', 'difference', 'difference', 'resolve', 'resolve', 'member', 'member'];
  const kind = choose.one([...Object.keys(kinds), ...often]);
  const made = kinds[kind]!();
  if (made) await retained(run, kind, [made.rule, made.row, made.given], made.work);
}
