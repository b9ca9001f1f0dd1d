// Random commands that move shares, carried out by model and ledger.

import type { PoolClient } from 'pg';
import { changeAuthorized, changeReserve, openReserve } from '#registry/ledger/capital';
import { convert as ledgerConvert } from '#registry/ledger/convert';
import type { Entry as LedgerEntry } from '#registry/ledger/core/entry';
import type { Posted } from '#registry/ledger/core/post';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { issue as ledgerIssue } from '#registry/ledger/issuance/issue';
import { retire as ledgerRetire } from '#registry/ledger/retire';
import { transfer as ledgerTransfer } from '#registry/ledger/transfer';
import { sum } from './amounts.ts';
import { plusDays } from './days.ts';
import { type Row, type Some, unique, where } from './list.ts';
import { agreed, type Chooser, Divergence, type ModelRun } from './model-run.ts';
import { far, move, note, totals } from './naive/register.ts';

export const roundings = ['Round Down', 'Round Up', 'Round Nearest', 'Cash In Lieu', 'None'] as const;
export const cashPrice = '6.40';
const codes = [...'NNNRALSBO'];
const forms = ['BookEntry', 'BookEntry', 'Certificate'];

/** The instant of a posting: noon in New York, or eight hours later, when the next UTC day has begun. */
export const stampOf = ({ evening, today }: ModelRun) =>
  evening === today ? `${plusDays(today, 1)}T01:00:00Z` : `${today}T17:00:00Z`;

/** The head of an entry for model and ledger; sometimes it completes a Pending transaction of its kind. */
export function entryOf(run: ModelRun, choose: Chooser, issuer: Row, kind: string, mayComplete = true) {
  const { today, model } = run;
  run.tick += 1;
  if (choose.rarely(6)) run.evening = today;
  // An item's transaction is completed by posting the item.
  const waiting = where(model.txns, { issuer, kind, status: 'Pending', item: undefined });
  const pending = mayComplete ? maybe(choose, waiting, 2) : undefined;
  const key = choose.rarely(5) ? null : BigInt(90_000 + ((run.tick * 37) % 1000));
  const received = pending?.received ?? plusDays(today, -choose.below(6));
  const effective = plusDays(today, choose.one([0, 0, 0, 0, 0, 0, 0, -1, -1, -2, -5, 1]));
  const presentor = choose.one(['', 'Presentor Brokerage']);
  const isCharged = choose.rarely(3);
  const [isItem, isRoutine] = [!choose.rarely(6), !choose.rarely(3)];
  const facts = { issuer, kind, key, received, presentor, isItem, isRoutine, isCharged, status: 'Pending' };
  const ledger: LedgerEntry = {
    ...{ txnId: pending?.id, customerId: key, presentor, isPresented: isItem, isRoutine, authority: 'Order' },
    ...{ receivedOn: received, effectiveOn: effective, completedOn: today, processedAt: stampOf(run) },
    chargeAmount: isCharged ? '75.00' : undefined,
  };
  const txn = pending ?? (facts as Row);
  return { ledger, given: { txn, today, effective, processed: today } };
}
type Entry = ReturnType<typeof entryOf>;

type Common = { issuerId: bigint; entry: LedgerEntry };

/** Posts to the model and the ledger and compares the results. */
export async function posted(
  run: ModelRun,
  name: string,
  { ledger, given }: Entry,
  facts: Some,
  work: (tx: PoolClient, common: Common) => Promise<Posted>,
): Promise<Row[] | undefined> {
  const { txn } = given;
  const { model } = run;
  const common = { issuerId: txn.issuer.id, entry: ledger };
  const rule = () => move(model, { ...given, ...facts } as Row);
  const done = await agreed(run, name, rule, (tx) => work(tx, common));
  if (!done) return;
  takeOver(name, done.mine, done.theirs.issued);
  const shown = (list: Row[]) =>
    list
      .map((one) => `${one.cls.name} ${one.shares} ${one.code} ${one.holder.customerShareholderId}`)
      .join(', ');
  const canceled = shown(where(model.papers, { end: txn }));
  run.log.push(`  effective ${txn.effective}: canceled [${canceled}], issued [${shown(done.mine)}]`);
  txn.id ??= done.theirs.txnId;
  if (txn.id !== done.theirs.txnId) throw new Divergence(`${name} did not complete the Pending transaction`);
  return done.mine;
}

/** Compares the certificates made and copies their numbers to the model. */
export function takeOver(name: string, added: Row[], issued: Posted['issued']): void {
  const sorted = <T>(list: { one: T; text: string }[]) => list.sort((a, b) => (a.text < b.text ? -1 : 1));
  const mine = added.map((one) => {
    const { cls, holder, shares, code, form, prefix, isTreasury, isPost, key } = one;
    const facts = [cls.id, holder.id, shares, code, form, prefix, isTreasury, isPost, key];
    return { one, text: facts.join(' ') };
  });
  const theirs = issued.map((one) => {
    const { classId, holderId, shares, restriction, form, prefix, isTreasury, postReverseSplit, customerId } =
      one;
    const facts = [
      classId,
      holderId,
      shares,
      restriction,
      form,
      prefix,
      isTreasury,
      postReverseSplit,
      customerId,
    ];
    return { one, text: facts.join(' ') };
  });
  const [expected, got] = [sorted(mine), sorted(theirs)].map((list) =>
    list.map((each) => each.text).join('\n'),
  );
  if (expected !== got) throw new Divergence(`${name} issued\n${got}\nand the model expected\n${expected}`);
  for (const [at, { one }] of mine.entries())
    Object.assign(one, { id: theirs[at]!.one.id, number: theirs[at]!.one.number });
}

const live = (run: ModelRun, issuer: Row) =>
  where(run.model.papers, { canceled: far }).filter((one) => one.cls.issuer === issuer);

/** Every reserve that was opened. */
const reservesOf = (run: ModelRun) =>
  unique(where(run.model.postings, { kind: 'reserved' }).map((one) => one.reserve));

/** An issuer, rarely the less busy one; a class of it. */
export const issuerOf = (run: ModelRun, choose: Chooser) =>
  choose.one(run.model.issuers.slice(0, choose.rarely(4) ? undefined : 1));
export function classOf(run: ModelRun, choose: Chooser, issuer: Row): Row {
  const all = where(run.model.classes, { issuer });
  return choose.one([all[0]!, ...all]);
}
/** Undefined if there is nothing to choose from. */
const maybe = (choose: Chooser, list: Row[], often: number) =>
  list.length > 0 && choose.rarely(often) ? choose.one(list) : undefined;

/** Shares for a holder with an account, rarely for any other. */
function line(run: ModelRun, choose: Chooser, issuer: Row, shares: bigint, isCoded = true): Row {
  const { holders, accounts } = run.model;
  const here = where(accounts, { issuer, isTreasury: false }).map((one) => one.holder);
  const holder = choose.one(choose.rarely(9) ? holders : here);
  const code = isCoded && !holder.isNominee ? choose.one(codes) : undefined;
  const key = choose.rarely(8) ? null : BigInt(choose.below(5000));
  return { holder, shares, form: choose.one(forms), code, key } as Row;
}

const ledgerLines = (lines: Row[]) =>
  lines.map(({ holder, shares, form, prefix, code, key }) => ({
    ...{
      holderId: holder.id,
      shares,
      form: form as 'BookEntry',
      prefix,
      restriction: code as 'N',
      customerId: key,
    },
  }));
const ids = (list: Row[]) => list.map((one) => one.id);

export async function issue(run: ModelRun, choose: Chooser): Promise<void> {
  const issuer = issuerOf(run, choose);
  const cls = classOf(run, choose, issuer);
  const entry = entryOf(run, choose, issuer, 'N');
  const lines = [line(run, choose, issuer, BigInt(choose.below(4000) + 1))];
  if (choose.rarely(3)) lines.push(line(run, choose, issuer, BigInt(choose.below(500))));
  const reserve = maybe(
    choose,
    reservesOf(run).filter((one) => one.cls === cls),
    3,
  );
  const drawn = lines.map((one) => ({ ...one, reserve: reserve! }));
  await posted(run, 'issue', entry, { cls, lines: drawn }, (tx, common) =>
    ledgerIssue(tx, {
      ...{ ...common, classId: cls.id, lines: ledgerLines(lines) },
      source: reserve && { reserveId: reserve.id },
    }),
  );
}

export async function reissue(run: ModelRun, choose: Chooser): Promise<void> {
  const issuer = issuerOf(run, choose);
  const treasury = where(live(run, issuer), { isTreasury: true });
  if (treasury.length === 0) return;
  const first = choose.one(treasury);
  const { cls } = first;
  const cancel = unique([first, choose.rarely(3) ? choose.one(treasury) : first]);
  const lines = [line(run, choose, issuer, (sum(cancel) * BigInt(choose.below(9) + 1)) / 8n)];
  const entry = entryOf(run, choose, issuer, 'N');
  const source = { treasuryCertificates: ids(cancel) };
  await posted(run, 're-issue', entry, { cls, lines, cancel }, (tx, common) =>
    ledgerIssue(tx, { ...common, classId: cls.id, lines: ledgerLines(lines), source }),
  );
}

/** One certificate, sometimes two: of the same account, or any other. */
function surrendered(run: ModelRun, choose: Chooser) {
  const all = live(run, issuerOf(run, choose));
  if (all.length === 0) return;
  const first = choose.one(all);
  const { cls, holder } = first;
  const other = choose.rarely(3) ? choose.one(choose.rarely(4) ? all : where(all, { holder, cls })) : first;
  const cancel = unique([first, other]);
  return { cls, holder, issuer: cls.issuer, cancel, all: sum(cancel) };
}

const moves = ['Sale', 'Gift', 'Re-registration', 'Court order', 'Registered sale', 'Depository deposit'];
const stays = [
  'Form change',
  'Split-up',
  'Replacement',
  'Legend removal',
  'Legend placement',
  'Consolidation',
];

export async function transfer(run: ModelRun, choose: Chooser): Promise<void> {
  const some = surrendered(run, choose);
  if (!some) return;
  const { cls, holder, issuer, cancel, all } = some;
  const isHome = choose.rarely(3);
  const isRepurchase = !isHome && choose.rarely(6);
  const purpose = isRepurchase ? 'Repurchase' : choose.one(isHome ? stays : moves);
  const isLegend = purpose.startsWith('Legend') || purpose.startsWith('Registered');
  const part = choose.rarely(2) ? all : (all * BigInt(choose.below(7) + 1)) / 8n + 1n;
  const lines = [line(run, choose, issuer, part, isLegend || choose.rarely(8))];
  if (part < all && choose.rarely(4)) lines.push(line(run, choose, issuer, all - part, isLegend));
  for (const one of lines) if (isHome && !choose.rarely(12)) one.holder = holder;
  const own = where(run.model.accounts, { issuer, isTreasury: true })[0];
  if (isRepurchase && own)
    Object.assign(lines[0]!, {
      holder: own.holder,
      form: 'BookEntry',
      prefix: choose.one(['TR', undefined]),
    });
  const isResolving = choose.rarely(5);
  const entry = entryOf(run, choose, issuer, 'T');
  const facts = { cls, cancel, lines, purpose, isResolving };
  await posted(run, `transfer (${purpose})`, entry, facts, (tx, common) =>
    ledgerTransfer(tx, {
      ...{ ...common, certificates: ids(cancel), lines: ledgerLines(lines), resolvesStops: isResolving },
      entry: { ...common.entry, subKind: purpose as 'Sale' },
    }),
  );
}

const partOf = (choose: Chooser, all: bigint) =>
  choose.rarely(3) ? (all * BigInt(choose.below(10))) / 8n : all;

export async function retire(run: ModelRun, choose: Chooser): Promise<void> {
  const some = surrendered(run, choose);
  if (!some) return;
  const { cls, issuer, cancel } = some;
  const shares = partOf(choose, some.all);
  const entry = entryOf(run, choose, issuer, 'R');
  await posted(run, 'retire', entry, { cls, cancel, shares }, (tx, common) =>
    ledgerRetire(tx, { ...common, certificates: ids(cancel), shares }),
  );
}

const ratios = [
  [1n, 1n],
  [3n, 2n],
  [1n, 2n],
  [2n, 7n],
] as const;

export async function convert(run: ModelRun, choose: Chooser): Promise<void> {
  const some = surrendered(run, choose);
  if (!some) return;
  const { issuer, cancel } = some;
  const shares = partOf(choose, some.all);
  const target = (): Row => {
    const cls = choose.one(where(run.model.classes, { issuer }));
    const reserves = reservesOf(run).filter((one) => one.cls.issuer === issuer);
    const reserve = maybe(choose, reserves, 4);
    const code = choose.rarely(6) ? choose.one(codes) : undefined;
    const [n, d] = choose.one(ratios);
    return { cls, n, d, rounding: choose.one(roundings), reserve, code, form: choose.one(forms) } as Row;
  };
  const lines = [target()];
  if (choose.rarely(4)) lines.push(target());
  if (lines[1]?.cls === lines[0]!.cls) lines.pop();
  const entry = entryOf(run, choose, issuer, 'C');
  const targets = lines.map(({ cls, n, d, rounding, reserve, code, form }) => ({
    ...{
      classId: cls.id,
      ratio: { numerator: n, denominator: d },
      fractionalType: rounding as 'None',
      cashPrice,
    },
    ...{ reserveId: reserve?.id, restriction: code as 'N', form: form as 'BookEntry' },
  }));
  await posted(run, 'convert', entry, { cls: some.cls, cancel, shares, lines }, (tx, common) =>
    ledgerConvert(tx, { ...common, certificates: ids(cancel), shares, targets }),
  );
}

export async function split(run: ModelRun, choose: Chooser): Promise<void> {
  const issuer = issuerOf(run, choose);
  const cls = classOf(run, choose, issuer);
  const isForward = choose.rarely(2);
  const small = BigInt(choose.below(20) + 1);
  const [n, d] = isForward ? [small + 1n, small] : [1n, small];
  if (n === d) return;
  const change = BigInt(choose.one([0, 0, 5000, -3000]) * (isForward ? 1 : -1));
  const increase = totals(run.model, cls, far).isUnlimited || (isForward && change < 0n) ? 0n : change;
  const [rounding, isAdjusting] = [choose.one(roundings), !choose.rarely(4)];
  const entry = entryOf(run, choose, issuer, isForward ? 'F' : 'V');
  const newCusip = choose.one([undefined, '200991107']);
  const input = {
    ...{ classId: cls.id, ratio: { numerator: n, denominator: d }, fractionalType: rounding },
    ...{ cashPrice, adjustsReserves: isAdjusting },
  };
  const facts = { cls, n, d, rounding, increase, isAdjusting };
  const made = await posted(run, `split ${n} for ${d}`, entry, facts, (tx, common) =>
    isForward
      ? splitForward(tx, { ...common, ...input, authorizedIncrease: increase || undefined })
      : splitReverse(tx, { ...common, ...input, authorizedChange: increase || undefined, newCusip }),
  );
  if (!made || isForward) return;
  if (newCusip) cls.cusip = newCusip;
  await numberStops(run, issuer);
}

/** The ledger assigns IDs to stops made by a reverse split; they are read back in order of creation. */
async function numberStops(run: ModelRun, issuer: Row): Promise<void> {
  const { rows } = await run.pool.query(
    'select id, certificate_id from stop where issuer_id = $1 order by id',
    [issuer.id],
  );
  const { stops } = run.model;
  const known = ids(stops);
  for (const row of rows.filter((one) => !known.includes(one.id))) {
    const stop = stops.find((one) => one.id === 0n && one.certificate.id === row.certificate_id);
    if (!stop) throw new Divergence('A reverse split placed a stop that the model does not know.');
    stop.id = row.id;
  }
}

export async function capital(run: ModelRun, choose: Chooser): Promise<void> {
  const { model, today } = run;
  const issuer = issuerOf(run, choose);
  const cls = classOf(run, choose, issuer);
  const day = plusDays(today, choose.one([0, 0, -1, -4]));
  let shares = BigInt(choose.below(9000)) - 3000n;
  const reserves = reservesOf(run).filter((one) => one.cls === cls);
  const what = choose.one(['reserve', 'reserve', 'open', 'authorized']);
  // A first limit is sometimes large, or all classes would get one soon; a reserve, to exceed the limit.
  if (what !== 'authorized' || totals(model, cls, far).isUnlimited) shares *= choose.one([1n, 1n, 50n]);
  // Opening a reserve without shares changes no capital and is always allowed.
  if (what === 'open' && shares === 0n) shares = 1n;
  const known = reserves.length > 0 ? choose.one(reserves) : undefined;
  const fresh = { cls, name: `Plan ${run.tick}` } as Row;
  const reserve = { reserve: known, open: fresh, authorized: undefined }[what]!;
  if (what === 'reserve' && !reserve) return;
  const base = { issuerId: issuer.id, classId: cls.id, effectiveOn: day, authority: 'Board' };
  const common = { ...base, recordedAt: `${today}T15:00:00Z` };
  const kind = what === 'authorized' ? 'authorized' : 'reserved';
  const rule = () => note(model, 'postings', { issuer, kind, cls, reserve, day, shares } as Row);
  await agreed(run, `change of ${what}`, rule, async (tx) => {
    if (what === 'authorized') return changeAuthorized(tx, { ...common, delta: shares });
    if (what === 'reserve') return changeReserve(tx, { ...common, reserveId: reserve.id, delta: shares });
    reserve.id = await openReserve(tx, { ...common, name: reserve.name, kind: 'Other', shares });
  });
}
