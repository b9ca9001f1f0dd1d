import type { PoolClient } from 'pg';
import { changeAuthorized, changeReserve, openReserve } from '../../registry/ledger/capital.ts';
import { convert as ledgerConvert } from '../../registry/ledger/convert.ts';
import type { Entry as LedgerEntry } from '../../registry/ledger/entry.ts';
import { issue as ledgerIssue } from '../../registry/ledger/issue.ts';
import type { Posted } from '../../registry/ledger/post.ts';
import { retire as ledgerRetire } from '../../registry/ledger/retire.ts';
import { splitForward } from '../../registry/ledger/split-forward.ts';
import { splitReverse } from '../../registry/ledger/split-reverse.ts';
import type { TransferKind } from '../../registry/ledger/sub-kinds.ts';
import { transfer as ledgerTransfer } from '../../registry/ledger/transfer.ts';
import * as books from './books.ts';
import type { Class, Code, Day, Entry, Form, Issuer, Line, Paper, Rounding, Stop } from './shapes.ts';
import * as verbs from './verbs.ts';
import { agreed, Divergence, type Spender, type World } from './world.ts';

export const roundings: Rounding[] = ['Round Down', 'Round Up', 'Round Nearest', 'Cash In Lieu', 'None'];
export const cashPrice = '6.40';
const codes: Code[] = ['N', 'N', 'N', 'R', 'A', 'L', 'S', 'B', 'O'];
const forms: Form[] = ['BookEntry', 'BookEntry', 'Certificate'];

/** The head of an entry for the model and for the ledger; sometimes it completes a Pending transaction of its kind. */
export function entryOf(world: World, spend: Spender, issuer: Issuer, kind: string): Entry {
  const { today, model } = world;
  world.tick += 1;
  // In the evening of New York the UTC day is the next one; nothing is posted earlier than what went before.
  if (spend.rarely(6)) world.evening = today;
  const waiting = model.txns.filter(
    (one) => one.issuer === issuer && one.kind === kind && one.status === 'Pending',
  );
  const pending = waiting.length > 0 && spend.rarely(2) ? spend.one(waiting) : undefined;
  return {
    ...{ issuer, today, pending },
    key: spend.rarely(5) ? null : BigInt(90_000 + ((world.tick * 37) % 1000)),
    received: pending?.received ?? books.plusDays(today, -spend.below(6)),
    effective: books.plusDays(today, spend.one([0, 0, 0, 0, 0, 0, 0, -1, -1, -2, -5, 1])),
    processed: world.evening === today ? books.plusDays(today, 1) : today,
    presentor: spend.one(['', 'Presentor Brokerage']),
    isCharged: spend.rarely(3),
    isItem: !spend.rarely(6),
    isRoutine: !spend.rarely(3),
  };
}

/** The instant of a posting: noon in New York, or eight hours later. */
export const stampOf = (today: Day, processed: Day) =>
  `${processed}T${processed > today ? '01' : '17'}:00:00Z`;

export function ledgerEntry(entry: Entry): LedgerEntry {
  const { key, received, effective, today, processed, presentor, pending } = entry;
  return {
    ...{
      txnId: pending?.id,
      customerId: key,
      presentor,
      isPresented: entry.isItem,
      isRoutine: entry.isRoutine,
    },
    receivedOn: received,
    effectiveOn: effective,
    completedOn: today,
    processedAt: stampOf(today, processed),
    authority: 'Order',
    chargeAmount: entry.isCharged ? '75.00' : undefined,
  };
}

const textOf = (one: Paper) =>
  [
    one.cls.id,
    one.holder.id,
    one.shares,
    one.code,
    one.form,
    one.prefix,
    one.isTreasury,
    one.isPost,
    one.key,
  ].join(' ');

/** Posts with the model's verdict at hand, compares the certificates made, and takes over the numbers the ledger gave. */
export async function posted(
  world: World,
  name: string,
  made: books.Made | undefined,
  work: (tx: PoolClient) => Promise<Posted>,
): Promise<void> {
  const done = await agreed(world, name, made !== undefined, work);
  if (!done || !made) return;
  const { txn, added } = made;
  const canceled = world.model.papers.filter((one) => one.end === txn);
  const shown = (list: Paper[]) =>
    list.map((one) => `${one.cls.name} ${one.shares} ${one.code} ${one.holder.key}`).join(', ');
  world.log.push(`  effective ${txn.effective}: canceled [${shown(canceled)}], issued [${shown(added)}]`);
  const theirs = done.issued.map((one) => {
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
  const mine = added.map((one) => ({ one, text: textOf(one) }));
  const byText = (a: { text: string }, b: { text: string }) => books.compare(a.text, b.text);
  mine.sort(byText);
  theirs.sort(byText);
  const [expected, got] = [mine, theirs].map((list) => list.map((each) => each.text).join('\n'));
  if (expected !== got) throw new Divergence(`${name} issued\n${got}\nand the model expected\n${expected}`);
  for (const [at, { one }] of mine.entries())
    Object.assign(one, { id: theirs[at]!.one.id, number: theirs[at]!.one.number });
  if (txn.id === 0n) txn.id = done.txnId;
  if (txn.id !== done.txnId) throw new Divergence(`${name} did not complete the Pending transaction`);
}

const live = (world: World, issuer: Issuer) =>
  world.model.papers.filter((one) => one.cls.issuer === issuer && one.canceled === books.far);

/** An issuer, the less busy one rarely; a class of it. */
export const issuerOf = (world: World, spend: Spender) =>
  spend.one(world.model.issuers.slice(0, spend.rarely(4) ? undefined : 1));
export function classOf(world: World, spend: Spender, issuer: Issuer): Class {
  const all = world.model.classes.filter((one) => one.issuer === issuer);
  return spend.one([all[0]!, ...all]);
}

/** Shares for somebody with an account, rarely for anybody. */
function line(world: World, spend: Spender, issuer: Issuer, shares: bigint, codeGiven = true): Line {
  const { holders, accounts } = world.model;
  const here = accounts.filter((one) => one.issuer === issuer && !one.isTreasury).map((one) => one.holder);
  const holder = spend.one(spend.rarely(9) ? holders : here);
  const code = codeGiven && !holder.isNominee ? spend.one(codes) : undefined;
  const key = spend.rarely(8) ? null : BigInt(spend.below(5000));
  return { holder, shares, form: spend.one(forms), code, key };
}

const ledgerLine = ({ holder, shares, form, prefix, code, key }: Line) => ({
  ...{ holderId: holder.id, shares, form, prefix, restriction: code, customerId: key },
});

export async function issue(world: World, spend: Spender): Promise<void> {
  const { model } = world;
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const entry = entryOf(world, spend, issuer, 'N');
  const lines = [line(world, spend, issuer, BigInt(spend.below(4000) + 1))];
  if (spend.rarely(3)) lines.push(line(world, spend, issuer, BigInt(spend.below(500))));
  const reserves = model.reserves.filter((one) => one.cls === cls);
  const reserve = reserves.length > 0 && spend.rarely(3) ? spend.one(reserves) : undefined;
  await posted(world, 'issue', verbs.issue(model, entry, cls, lines, { reserve }), (tx) =>
    ledgerIssue(tx, {
      ...{ issuerId: issuer.id, entry: ledgerEntry(entry), classId: cls.id, lines: lines.map(ledgerLine) },
      source: reserve && { reserveId: reserve.id },
    }),
  );
}

export async function reissue(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const treasury = live(world, issuer).filter((one) => one.isTreasury);
  if (treasury.length === 0) return;
  const first = spend.one(treasury);
  const second = spend.rarely(3) ? spend.one(treasury) : first;
  const chosen = books.unique([first, second]);
  const lines = [line(world, spend, issuer, (books.sum(chosen) * BigInt(spend.below(9) + 1)) / 8n)];
  const entry = entryOf(world, spend, issuer, 'N');
  const made = verbs.issue(world.model, entry, first.cls, lines, { treasury: chosen });
  const source = { treasuryCertificates: chosen.map((one) => one.id) };
  const input = {
    issuerId: issuer.id,
    entry: ledgerEntry(entry),
    classId: first.cls.id,
    lines: lines.map(ledgerLine),
  };
  await posted(world, 're-issue', made, (tx) => ledgerIssue(tx, { ...input, source }));
}

/** One certificate, sometimes another with it: of the same account, or any other. */
function surrendered(world: World, spend: Spender): Paper[] {
  const all = live(world, issuerOf(world, spend));
  if (all.length === 0) return [];
  const first = spend.one(all);
  if (!spend.rarely(3)) return [first];
  const same = all.filter((one) => one.holder === first.holder && one.cls === first.cls);
  return books.unique([first, spend.one(spend.rarely(4) ? all : same)]);
}

const moves: TransferKind[] = [
  'Sale',
  'Gift',
  'Re-registration',
  'Court order',
  'Registered sale',
  'Depository deposit',
];
const stays: TransferKind[] = [
  'Form change',
  'Split-up',
  'Replacement',
  'Legend removal',
  'Legend placement',
  'Consolidation',
];

export async function transfer(world: World, spend: Spender): Promise<void> {
  const cancel = surrendered(world, spend);
  const first = cancel[0];
  if (!first) return;
  const { issuer } = first.cls;
  const isHome = spend.rarely(3);
  const isRepurchase = !isHome && spend.rarely(6);
  const subKind = isRepurchase ? 'Repurchase' : spend.one(isHome ? stays : moves);
  const isLegend = subKind.startsWith('Legend') || subKind.startsWith('Registered');
  const all = books.sum(cancel);
  const part = spend.rarely(2) ? all : (all * BigInt(spend.below(7) + 1)) / 8n + 1n;
  const lines = [line(world, spend, issuer, part, isLegend || spend.rarely(8))];
  if (part < all && spend.rarely(4)) lines.push(line(world, spend, issuer, all - part, isLegend));
  for (const one of lines) if (isHome && !spend.rarely(12)) one.holder = first.holder;
  if (isRepurchase)
    lines[0]!.holder = world.model.accounts.find((one) => one.issuer === issuer && one.isTreasury)!.holder;
  if (isRepurchase) Object.assign(lines[0]!, { form: 'BookEntry', prefix: spend.one(['TR', undefined]) });
  const resolves = spend.rarely(5);
  const entry = entryOf(world, spend, issuer, 'T');
  const made = verbs.transfer(world.model, entry, subKind, cancel, lines, resolves);
  await posted(world, `transfer (${subKind})`, made, (tx) =>
    ledgerTransfer(tx, {
      ...{ issuerId: issuer.id, certificates: cancel.map((one) => one.id), lines: lines.map(ledgerLine) },
      entry: { ...ledgerEntry(entry), subKind },
      resolvesStops: resolves,
    }),
  );
}

export async function retire(world: World, spend: Spender): Promise<void> {
  const cancel = surrendered(world, spend);
  const first = cancel[0];
  if (!first) return;
  const { issuer } = first.cls;
  const all = books.sum(cancel);
  const shares = spend.rarely(3) ? (all * BigInt(spend.below(10))) / 8n : all;
  const entry = entryOf(world, spend, issuer, 'R');
  const input = {
    issuerId: issuer.id,
    entry: ledgerEntry(entry),
    certificates: cancel.map((one) => one.id),
    shares,
  };
  await posted(world, 'retire', verbs.retire(world.model, entry, cancel, shares), (tx) =>
    ledgerRetire(tx, input),
  );
}

export async function convert(world: World, spend: Spender): Promise<void> {
  const cancel = surrendered(world, spend);
  const first = cancel[0];
  if (!first) return;
  const { issuer } = first.cls;
  const all = books.sum(cancel);
  const shares = spend.rarely(3) ? (all * BigInt(spend.below(10))) / 8n : all;
  const target = (): verbs.Target => {
    const cls = spend.one(world.model.classes.filter((one) => one.issuer === issuer));
    const reserves = world.model.reserves.filter((one) => one.cls.issuer === issuer);
    const reserve = reserves.length > 0 && spend.rarely(4) ? spend.one(reserves) : undefined;
    const code = spend.rarely(6) ? spend.one(codes) : undefined;
    const [n, d] = spend.one([
      [1n, 1n],
      [3n, 2n],
      [1n, 2n],
      [2n, 7n],
    ] as const);
    return { cls, n, d, rounding: spend.one(roundings), reserve, code, form: spend.one(forms) };
  };
  const targets = [target()];
  if (spend.rarely(4)) targets.push(target());
  if (books.unique(targets.map((one) => one.cls)).length < targets.length) targets.pop();
  const entry = entryOf(world, spend, issuer, 'C');
  const made = verbs.convert(world.model, entry, cancel, shares, targets);
  await posted(world, 'convert', made, (tx) =>
    ledgerConvert(tx, {
      ...{
        issuerId: issuer.id,
        entry: ledgerEntry(entry),
        certificates: cancel.map((one) => one.id),
        shares,
      },
      targets: targets.map(({ cls, n, d, rounding, reserve, code, form }) => ({
        ...{ classId: cls.id, ratio: { numerator: n, denominator: d }, fractionalType: rounding, cashPrice },
        ...{ reserveId: reserve?.id, restriction: code, form },
      })),
    }),
  );
}

export async function split(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const isForward = spend.rarely(2);
  const small = BigInt(spend.below(20) + 1);
  const [n, d] = isForward ? [small + 1n, small] : [1n, small];
  if (n === d) return;
  const authorized = cls.isUnlimited ? 0n : BigInt(spend.one([0, 0, 5000, -3000]) * (isForward ? 1 : -1));
  const given = { cls, n, d, rounding: spend.one(roundings), adjusts: !spend.rarely(4) };
  const change = isForward && authorized < 0n ? 0n : authorized;
  const entry = entryOf(world, spend, issuer, isForward ? 'F' : 'V');
  const newCusip = spend.one([undefined, '200991107']);
  const made = verbs.split(world.model, entry, { ...given, authorized: change });
  const common = {
    issuerId: issuer.id,
    entry: ledgerEntry(entry),
    classId: cls.id,
    ratio: { numerator: n, denominator: d },
  };
  const input = { ...common, fractionalType: given.rounding, cashPrice, adjustsReserves: given.adjusts };
  await posted(world, `split ${n} for ${d}`, made, (tx) =>
    isForward
      ? splitForward(tx, { ...input, authorizedIncrease: change || undefined })
      : splitReverse(tx, { ...input, authorizedChange: change || undefined, newCusip }),
  );
  if (!made || isForward) return;
  if (newCusip) cls.cusip = newCusip;
  await numberStops(world, issuer);
}

/** Stops that a reverse split made have ids of the ledger's; they are read back in the order they were made. */
async function numberStops(world: World, issuer: Issuer): Promise<void> {
  const { rows } = await world.pool.query(
    'select id, certificate_id from stop where issuer_id = $1 order by id',
    [issuer.id],
  );
  const known = world.model.stops.map((one) => one.id);
  for (const row of rows.filter((one) => !known.includes(one.id))) {
    const stop = world.model.stops.find((one: Stop) => one.id === 0n && one.paper.id === row.certificate_id);
    if (!stop) throw new Divergence('A reverse split placed a stop that the model does not know.');
    stop.id = row.id;
  }
}

export async function capital(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const day = books.plusDays(today, spend.one([0, 0, -1, -4]));
  let delta = BigInt(spend.below(9000)) - 3000n;
  const reserves = model.reserves.filter((one) => one.cls === cls);
  const kind = spend.one(['reserve', 'reserve', 'open', 'authorized']);
  // A first limit is large now and then, or no class would stay without one for long.
  if (kind === 'authorized' && cls.isUnlimited) delta *= spend.one([1n, 1n, 50n]);
  const change = { cls, day, delta, reserve: reserves.length > 0 ? spend.one(reserves) : undefined };
  if (kind === 'authorized') change.reserve = undefined;
  else if (kind === 'open') change.reserve = { id: 0n, cls, name: `Plan ${world.tick}` };
  if (kind === 'reserve' && !change.reserve) return;
  const isAllowed = delta !== 0n && books.change(model, change);
  const common = {
    issuerId: issuer.id,
    classId: cls.id,
    effectiveOn: day,
    authority: 'Board',
    recordedAt: `${today}T15:00:00Z`,
  };
  const { reserve } = change;
  await agreed(world, `change of ${kind}`, isAllowed, async (tx) => {
    if (kind === 'authorized') return changeAuthorized(tx, { ...common, delta });
    if (kind === 'reserve') return changeReserve(tx, { ...common, reserveId: reserve!.id, delta });
    reserve!.id = await openReserve(tx, { ...common, name: reserve!.name, kind: 'Other', shares: delta });
  });
  if (isAllowed && kind === 'open') model.reserves.push(reserve!);
}
