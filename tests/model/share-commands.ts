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
import { far, move, note, totals } from './naive/register.ts';
import { agreed, Divergence, type Spender, type World } from './world.ts';

export const roundings = ['Round Down', 'Round Up', 'Round Nearest', 'Cash In Lieu', 'None'] as const;
export const cashPrice = '6.40';
const codes = [...'NNNRALSBO'];
const forms = ['BookEntry', 'BookEntry', 'Certificate'];

/** The instant of a posting: noon in New York, or eight hours later, when the next UTC day has begun. */
export const stampOf = ({ evening, today }: World) =>
  evening === today ? `${plusDays(today, 1)}T01:00:00Z` : `${today}T17:00:00Z`;

/** The head of an entry for model and ledger; sometimes it completes a Pending transaction of its kind. */
export function entryOf(world: World, spend: Spender, issuer: Row, kind: string, mayComplete = true) {
  const { today, model } = world;
  world.tick += 1;
  if (spend.rarely(6)) world.evening = today;
  // An item's transaction is completed by posting the item.
  const waiting = where(model.txns, { issuer, kind, status: 'Pending', item: undefined });
  const pending = mayComplete ? maybe(spend, waiting, 2) : undefined;
  const key = spend.rarely(5) ? null : BigInt(90_000 + ((world.tick * 37) % 1000));
  const received = pending?.received ?? plusDays(today, -spend.below(6));
  const effective = plusDays(today, spend.one([0, 0, 0, 0, 0, 0, 0, -1, -1, -2, -5, 1]));
  const presentor = spend.one(['', 'Presentor Brokerage']);
  const isCharged = spend.rarely(3);
  const [isItem, isRoutine] = [!spend.rarely(6), !spend.rarely(3)];
  const facts = { issuer, kind, key, received, presentor, isItem, isRoutine, isCharged, status: 'Pending' };
  const ledger: LedgerEntry = {
    ...{ txnId: pending?.id, customerId: key, presentor, isPresented: isItem, isRoutine, authority: 'Order' },
    ...{ receivedOn: received, effectiveOn: effective, completedOn: today, processedAt: stampOf(world) },
    chargeAmount: isCharged ? '75.00' : undefined,
  };
  const txn = pending ?? (facts as Row);
  return { ledger, given: { txn, today, effective, processed: today } };
}
type Entry = ReturnType<typeof entryOf>;

type Common = { issuerId: bigint; entry: LedgerEntry };

/** Posts to the model and the ledger and compares the results. */
export async function posted(
  world: World,
  name: string,
  { ledger, given }: Entry,
  facts: Some,
  work: (tx: PoolClient, common: Common) => Promise<Posted>,
): Promise<Row[] | undefined> {
  const { txn } = given;
  const { model } = world;
  const common = { issuerId: txn.issuer.id, entry: ledger };
  const rule = () => move(model, { ...given, ...facts } as Row);
  const done = await agreed(world, name, rule, (tx) => work(tx, common));
  if (!done) return;
  takeOver(name, done.mine, done.theirs.issued);
  const shown = (list: Row[]) =>
    list
      .map((one) => `${one.cls.name} ${one.shares} ${one.code} ${one.holder.customerShareholderId}`)
      .join(', ');
  const canceled = shown(where(model.papers, { end: txn }));
  world.log.push(`  effective ${txn.effective}: canceled [${canceled}], issued [${shown(done.mine)}]`);
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

const live = (world: World, issuer: Row) =>
  where(world.model.papers, { canceled: far }).filter((one) => one.cls.issuer === issuer);

/** Every reserve that was opened. */
const reservesOf = (world: World) =>
  unique(where(world.model.postings, { kind: 'reserved' }).map((one) => one.reserve));

/** An issuer, rarely the less busy one; a class of it. */
export const issuerOf = (world: World, spend: Spender) =>
  spend.one(world.model.issuers.slice(0, spend.rarely(4) ? undefined : 1));
export function classOf(world: World, spend: Spender, issuer: Row): Row {
  const all = where(world.model.classes, { issuer });
  return spend.one([all[0]!, ...all]);
}
/** Undefined if there is nothing to choose from. */
const maybe = (spend: Spender, list: Row[], often: number) =>
  list.length > 0 && spend.rarely(often) ? spend.one(list) : undefined;

/** Shares for a holder with an account, rarely for any other. */
function line(world: World, spend: Spender, issuer: Row, shares: bigint, isCoded = true): Row {
  const { holders, accounts } = world.model;
  const here = where(accounts, { issuer, isTreasury: false }).map((one) => one.holder);
  const holder = spend.one(spend.rarely(9) ? holders : here);
  const code = isCoded && !holder.isNominee ? spend.one(codes) : undefined;
  const key = spend.rarely(8) ? null : BigInt(spend.below(5000));
  return { holder, shares, form: spend.one(forms), code, key } as Row;
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

export async function issue(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const entry = entryOf(world, spend, issuer, 'N');
  const lines = [line(world, spend, issuer, BigInt(spend.below(4000) + 1))];
  if (spend.rarely(3)) lines.push(line(world, spend, issuer, BigInt(spend.below(500))));
  const reserve = maybe(
    spend,
    reservesOf(world).filter((one) => one.cls === cls),
    3,
  );
  const drawn = lines.map((one) => ({ ...one, reserve: reserve! }));
  await posted(world, 'issue', entry, { cls, lines: drawn }, (tx, common) =>
    ledgerIssue(tx, {
      ...{ ...common, classId: cls.id, lines: ledgerLines(lines) },
      source: reserve && { reserveId: reserve.id },
    }),
  );
}

export async function reissue(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const treasury = where(live(world, issuer), { isTreasury: true });
  if (treasury.length === 0) return;
  const first = spend.one(treasury);
  const { cls } = first;
  const cancel = unique([first, spend.rarely(3) ? spend.one(treasury) : first]);
  const lines = [line(world, spend, issuer, (sum(cancel) * BigInt(spend.below(9) + 1)) / 8n)];
  const entry = entryOf(world, spend, issuer, 'N');
  const source = { treasuryCertificates: ids(cancel) };
  await posted(world, 're-issue', entry, { cls, lines, cancel }, (tx, common) =>
    ledgerIssue(tx, { ...common, classId: cls.id, lines: ledgerLines(lines), source }),
  );
}

/** One certificate, sometimes two: of the same account, or any other. */
function surrendered(world: World, spend: Spender) {
  const all = live(world, issuerOf(world, spend));
  if (all.length === 0) return;
  const first = spend.one(all);
  const { cls, holder } = first;
  const other = spend.rarely(3) ? spend.one(spend.rarely(4) ? all : where(all, { holder, cls })) : first;
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

export async function transfer(world: World, spend: Spender): Promise<void> {
  const some = surrendered(world, spend);
  if (!some) return;
  const { cls, holder, issuer, cancel, all } = some;
  const isHome = spend.rarely(3);
  const isRepurchase = !isHome && spend.rarely(6);
  const purpose = isRepurchase ? 'Repurchase' : spend.one(isHome ? stays : moves);
  const isLegend = purpose.startsWith('Legend') || purpose.startsWith('Registered');
  const part = spend.rarely(2) ? all : (all * BigInt(spend.below(7) + 1)) / 8n + 1n;
  const lines = [line(world, spend, issuer, part, isLegend || spend.rarely(8))];
  if (part < all && spend.rarely(4)) lines.push(line(world, spend, issuer, all - part, isLegend));
  for (const one of lines) if (isHome && !spend.rarely(12)) one.holder = holder;
  const own = where(world.model.accounts, { issuer, isTreasury: true })[0];
  if (isRepurchase && own)
    Object.assign(lines[0]!, { holder: own.holder, form: 'BookEntry', prefix: spend.one(['TR', undefined]) });
  const isResolving = spend.rarely(5);
  const entry = entryOf(world, spend, issuer, 'T');
  const facts = { cls, cancel, lines, purpose, isResolving };
  await posted(world, `transfer (${purpose})`, entry, facts, (tx, common) =>
    ledgerTransfer(tx, {
      ...{ ...common, certificates: ids(cancel), lines: ledgerLines(lines), resolvesStops: isResolving },
      entry: { ...common.entry, subKind: purpose as 'Sale' },
    }),
  );
}

const partOf = (spend: Spender, all: bigint) =>
  spend.rarely(3) ? (all * BigInt(spend.below(10))) / 8n : all;

export async function retire(world: World, spend: Spender): Promise<void> {
  const some = surrendered(world, spend);
  if (!some) return;
  const { cls, issuer, cancel } = some;
  const shares = partOf(spend, some.all);
  const entry = entryOf(world, spend, issuer, 'R');
  await posted(world, 'retire', entry, { cls, cancel, shares }, (tx, common) =>
    ledgerRetire(tx, { ...common, certificates: ids(cancel), shares }),
  );
}

const ratios = [
  [1n, 1n],
  [3n, 2n],
  [1n, 2n],
  [2n, 7n],
] as const;

export async function convert(world: World, spend: Spender): Promise<void> {
  const some = surrendered(world, spend);
  if (!some) return;
  const { issuer, cancel } = some;
  const shares = partOf(spend, some.all);
  const target = (): Row => {
    const cls = spend.one(where(world.model.classes, { issuer }));
    const reserves = reservesOf(world).filter((one) => one.cls.issuer === issuer);
    const reserve = maybe(spend, reserves, 4);
    const code = spend.rarely(6) ? spend.one(codes) : undefined;
    const [n, d] = spend.one(ratios);
    return { cls, n, d, rounding: spend.one(roundings), reserve, code, form: spend.one(forms) } as Row;
  };
  const lines = [target()];
  if (spend.rarely(4)) lines.push(target());
  if (lines[1]?.cls === lines[0]!.cls) lines.pop();
  const entry = entryOf(world, spend, issuer, 'C');
  const targets = lines.map(({ cls, n, d, rounding, reserve, code, form }) => ({
    ...{
      classId: cls.id,
      ratio: { numerator: n, denominator: d },
      fractionalType: rounding as 'None',
      cashPrice,
    },
    ...{ reserveId: reserve?.id, restriction: code as 'N', form: form as 'BookEntry' },
  }));
  await posted(world, 'convert', entry, { cls: some.cls, cancel, shares, lines }, (tx, common) =>
    ledgerConvert(tx, { ...common, certificates: ids(cancel), shares, targets }),
  );
}

export async function split(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const isForward = spend.rarely(2);
  const small = BigInt(spend.below(20) + 1);
  const [n, d] = isForward ? [small + 1n, small] : [1n, small];
  if (n === d) return;
  const change = BigInt(spend.one([0, 0, 5000, -3000]) * (isForward ? 1 : -1));
  const increase = totals(world.model, cls, far).isUnlimited || (isForward && change < 0n) ? 0n : change;
  const [rounding, isAdjusting] = [spend.one(roundings), !spend.rarely(4)];
  const entry = entryOf(world, spend, issuer, isForward ? 'F' : 'V');
  const newCusip = spend.one([undefined, '200991107']);
  const input = {
    ...{ classId: cls.id, ratio: { numerator: n, denominator: d }, fractionalType: rounding },
    ...{ cashPrice, adjustsReserves: isAdjusting },
  };
  const facts = { cls, n, d, rounding, increase, isAdjusting };
  const made = await posted(world, `split ${n} for ${d}`, entry, facts, (tx, common) =>
    isForward
      ? splitForward(tx, { ...common, ...input, authorizedIncrease: increase || undefined })
      : splitReverse(tx, { ...common, ...input, authorizedChange: increase || undefined, newCusip }),
  );
  if (!made || isForward) return;
  if (newCusip) cls.cusip = newCusip;
  await numberStops(world, issuer);
}

/** The ledger assigns IDs to stops made by a reverse split; they are read back in order of creation. */
async function numberStops(world: World, issuer: Row): Promise<void> {
  const { rows } = await world.pool.query(
    'select id, certificate_id from stop where issuer_id = $1 order by id',
    [issuer.id],
  );
  const { stops } = world.model;
  const known = ids(stops);
  for (const row of rows.filter((one) => !known.includes(one.id))) {
    const stop = stops.find((one) => one.id === 0n && one.certificate.id === row.certificate_id);
    if (!stop) throw new Divergence('A reverse split placed a stop that the model does not know.');
    stop.id = row.id;
  }
}

export async function capital(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const day = plusDays(today, spend.one([0, 0, -1, -4]));
  let shares = BigInt(spend.below(9000)) - 3000n;
  const reserves = reservesOf(world).filter((one) => one.cls === cls);
  const what = spend.one(['reserve', 'reserve', 'open', 'authorized']);
  // A first limit is sometimes large, or all classes would get one soon; a reserve, to exceed the limit.
  if (what !== 'authorized' || totals(model, cls, far).isUnlimited) shares *= spend.one([1n, 1n, 50n]);
  // Opening a reserve without shares changes no capital and is always allowed.
  if (what === 'open' && shares === 0n) shares = 1n;
  const known = reserves.length > 0 ? spend.one(reserves) : undefined;
  const fresh = { cls, name: `Plan ${world.tick}` } as Row;
  const reserve = { reserve: known, open: fresh, authorized: undefined }[what]!;
  if (what === 'reserve' && !reserve) return;
  const base = { issuerId: issuer.id, classId: cls.id, effectiveOn: day, authority: 'Board' };
  const common = { ...base, recordedAt: `${today}T15:00:00Z` };
  const kind = what === 'authorized' ? 'authorized' : 'reserved';
  const rule = () => note(model, 'postings', { issuer, kind, cls, reserve, day, shares } as Row);
  await agreed(world, `change of ${what}`, rule, async (tx) => {
    if (what === 'authorized') return changeAuthorized(tx, { ...common, delta: shares });
    if (what === 'reserve') return changeReserve(tx, { ...common, reserveId: reserve.id, delta: shares });
    reserve.id = await openReserve(tx, { ...common, name: reserve.name, kind: 'Other', shares });
  });
}
