import { declareDividend, joinPlanIn, payCashDividend } from '../../registry/ledger/dividends.ts';
import { openClass, setIssuerStatus } from '../../registry/ledger/issuers.ts';
import * as notes from '../../registry/ledger/notes.ts';
import { cancelProxy, closeProxy, openProxy, planProxy } from '../../registry/ledger/proxies.ts';
import {
  cancel as ledgerCancel,
  receive as ledgerReceive,
  reject as ledgerReject,
} from '../../registry/ledger/queue.ts';
import { payStockDividend } from '../../registry/ledger/stock-dividend.ts';
import { verb } from '../../registry/ledger/verb.ts';
import { castVotes } from '../../registry/ledger/votes.ts';
import * as books from './books.ts';
import type { Dividend, Meeting, Stop } from './shapes.ts';
import { cashPrice, classOf, entryOf, issuerOf, ledgerEntry, posted, roundings } from './share-commands.ts';
import * as verbs from './verbs.ts';
import {
  agreed,
  classInput,
  type Opening,
  type Person,
  register,
  type Spender,
  type World,
} from './world.ts';

const noon = (day: string) => `${day}T12:00:00Z`;

export async function receive(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const kind = spend.one(['T', 'T', 'N', 'R', 'C'] as const);
  const { pending: _, ...entry } = entryOf(world, spend, issuer, kind);
  const effective = spend.rarely(2) ? books.plusDays(world.today, spend.below(20) - 4) : '';
  const [from, to] = [spend.one(['', 'SOMEBODY']), spend.one(['', 'SOMEBODY ELSE', 'AN HEIR'])];
  const { receivedOn, customerId, presentor, isPresented, isRoutine, chargeAmount } = ledgerEntry(entry);
  const id = await agreed(world, 'receive', books.isOpen(issuer), (tx) =>
    ledgerReceive(tx, {
      ...{ issuerId: issuer.id, kind, transferFrom: from, issuedTo: to },
      entry: {
        ...{ receivedOn, customerId, presentor, isPresented, isRoutine, chargeAmount },
        effectiveOn: effective || undefined,
      },
    }),
  );
  if (id) world.model.txns.push({ ...books.enter(world.model, kind, entry), id, effective, from, to });
}

export async function refuse(world: World, spend: Spender): Promise<void> {
  const open = world.model.txns.filter((one) => one.status === 'Pending');
  const all = world.model.txns;
  if (all.length === 0) return;
  const txn = spend.one(open.length > 0 && !spend.rarely(8) ? open : all);
  const issuerId = txn.issuer.id;
  const cls = classOf(world, spend, txn.issuer);
  const isRejected = spend.rarely(2);
  const rejectedOn = books.plusDays(world.today, -spend.below(6));
  const isAllowed = txn.status === 'Pending' && (!isRejected || rejectedOn >= txn.received);
  const common = { issuerId, txnId: txn.id, processedAt: noon(world.today) };
  await agreed(world, isRejected ? 'reject' : 'cancel', isAllowed, async (tx) => {
    if (!isRejected) return ledgerCancel(tx, common);
    const reason = { reasonCode: 'M02', reason: 'Guarantee amount below transaction value' };
    await ledgerReject(tx, {
      ...common,
      ...reason,
      classId: cls.id,
      kind: 'Medallion',
      rejectedOn,
      shares: 1n,
    });
  });
  if (!isAllowed) return;
  txn.status = isRejected ? 'Rejected' : 'Canceled';
  if (isRejected) txn.rejected = rejectedOn;
}

const stopKinds = ['Lost, stolen or not received', 'Adverse claim', 'Court order or levy'] as const;

export async function stop(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const papers = model.papers.filter((one) => one.canceled === books.far || spend.rarely(9));
  if (papers.length === 0) return;
  const paper = spend.one(papers);
  const kind = spend.one(stopKinds);
  const placed = books.plusDays(today, -spend.below(8));
  const { issuer } = paper.cls;
  const issuerId = issuer.id;
  const isLate = paper.canceled === books.far || placed > paper.canceled;
  const isAllowed = books.isOpen(issuer) && placed >= paper.issued && isLate;
  const made = await agreed(world, 'stop', isAllowed, (tx) =>
    notes.placeStop(tx, { issuerId, certificateId: paper.id, kind, placedOn: placed }),
  );
  if (made) model.stops.push({ id: made.id, paper, kind, placed, released: '' });
}

export async function release(world: World, spend: Spender): Promise<void> {
  const { stops } = world.model;
  if (stops.length === 0) return;
  const open = stops.filter((one) => !one.released);
  const found: Stop = spend.one(open.length > 0 && !spend.rarely(6) ? open : stops);
  const day = books.plusDays(world.today, -spend.below(4));
  const { issuer } = found.paper.cls;
  const isAllowed = books.isOpen(issuer) && !found.released && found.placed <= day;
  const input = { issuerId: issuer.id, stopId: found.id, releasedOn: day };
  await agreed(world, 'release', isAllowed, (tx) => notes.releaseStop(tx, input));
  if (isAllowed) found.released = day;
}

export async function declare(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const kind = spend.one(['Cash', 'Special Cash', 'Stock'] as const);
  const declared = books.plusDays(today, -10);
  const record = books.plusDays(today, spend.below(25) - 12);
  const payable = books.plusDays(record, spend.below(20) - 1);
  const [n, d] = spend.one([
    [1n, 20n],
    [1n, 3n],
    [2n, 7n],
  ] as const);
  const micros = kind === 'Stock' ? 0n : spend.one([87_500n, 1_000_000n, 333_333n, 10n, 1_250_000n]);
  const rounding = spend.one(roundings);
  const rate = `${micros / 1_000_000n}.${`${micros % 1_000_000n}`.padStart(6, '0')}`.replace(/0+$/, '');
  const ratio = kind === 'Stock' ? `${n}:${d}` : '';
  const dates = { declaredOn: declared, exOn: record, recordOn: record, payableOn: payable };
  const common = { issuerId: issuer.id, classId: cls.id, ...dates, fractionalType: rounding };
  const stock = {
    kind: 'Stock' as const,
    ratio: { numerator: n, denominator: d },
    ratioText: ratio,
    cashPrice,
  };
  const cash = { kind: kind as 'Cash', rate: rate.replace(/\.$/, '') };
  const isAllowed = books.isOpen(issuer) && declared <= record && record <= payable;
  const id = await agreed(world, 'declare', isAllowed, (tx) =>
    declareDividend(tx, { ...common, ...(kind === 'Stock' ? stock : cash) }),
  );
  if (id) model.dividends.push({ id, cls, kind, micros, n, d, ratio, rounding, record, payable });
}

/** Pays a dividend, mostly one whose record day has come; cash has no entry in the journal (domain §3, rule 6). */
export async function pay(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const isEarly = spend.rarely(6);
  const due = model.dividends.filter(
    (one) => (isEarly || one.record <= today) && (!one.paid || spend.rarely(9)),
  );
  if (due.length === 0) return;
  const one: Dividend = spend.one(due);
  const { issuer } = one.cls;
  const common = { issuerId: issuer.id, dividendId: one.id };
  if (one.kind === 'Stock') {
    const entry = entryOf(world, spend, issuer, 'D');
    const made = verbs.payStock(model, entry, one);
    return posted(world, 'stock dividend', made, (tx) =>
      payStockDividend(tx, { ...common, entry: ledgerEntry(entry) }),
    );
  }
  const isAllowed = books.isOpen(issuer) && !one.paid && one.record <= today;
  await agreed(world, 'cash dividend', isAllowed, (tx) =>
    payCashDividend(tx, { ...common, paidAt: noon(today) }),
  );
  if (isAllowed) one.paid = verbs.owed(model, one);
}

export async function plan(world: World, spend: Spender): Promise<void> {
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const record = books.plusDays(world.today, spend.below(20) - 12);
  const quorum = spend.one(['50', '33.33', '66.7']);
  const meeting = '5/14/2026 10:00 AM';
  const close = spend.one(['', '5/13/2026 11:59 PM']);
  const title = `Meeting ${world.tick}`;
  const proposal = {
    text: 'Auditor',
    recommendation: 'For',
    standard: 'MajorityCast' as const,
    isElection: false,
  };
  const id = await agreed(world, 'plan of a vote', books.isOpen(issuer), (tx) =>
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
  if (!id) return;
  const [whole, part = ''] = quorum.split('.');
  const base = {
    title,
    record,
    mailed: '',
    meeting,
    close,
    status: 'Pending',
    quorum: `${whole}.${part.padEnd(2, '0')}`,
  };
  world.model.proxies.push({ ...base, id, cls, ballots: [] });
}

export async function hold(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  if (model.proxies.length === 0) return;
  const ended = ['Closed', 'Canceled'];
  const current = model.proxies.filter((one) => !ended.includes(one.status));
  const one: Meeting = spend.one(current.length > 0 && !spend.rarely(7) ? current : model.proxies);
  const { issuer } = one.cls;
  const isOpen = books.isOpen(issuer);
  const step = spend.one([
    'vote',
    'vote',
    one.status === 'Open' ? 'vote' : 'open',
    'open',
    'close',
    'cancel',
  ]);
  const target = { issuerId: issuer.id, proxyId: one.id };
  if (step === 'open') {
    const isAllowed = isOpen && one.status === 'Pending' && one.record <= today;
    const frozen = books.perAccount(books.outAt(model, one.cls, one.record));
    await agreed(world, 'opening', isAllowed, (tx) =>
      openProxy(tx, { ...target, mailedOn: today, openedAt: noon(today) }),
    );
    if (isAllowed) Object.assign(one, { status: 'Open', mailed: today, frozen });
  } else if (step === 'vote') {
    const holder = spend.one(model.holders);
    const entitled = one.frozen?.find((each) => each.holder === holder)?.shares ?? 0n;
    const shares = (entitled * BigInt(spend.below(9) + 1)) / 8n;
    const isAllowed = isOpen && one.status === 'Open' && shares > 0n && shares <= entitled;
    const ballot = {
      holderId: holder.id,
      shares,
      method: 'Mail',
      votedOn: today,
      votes: [{ proposal: 1, for: shares }],
    };
    await agreed(world, 'ballot', isAllowed, (tx) => castVotes(tx, { ...target, ballots: [ballot] }));
    if (isAllowed)
      one.ballots = [...one.ballots.filter((each) => each.holder !== holder), { holder, shares }];
  } else {
    const isClosing = step === 'close';
    const isAllowed = isOpen && one.status === (isClosing ? 'Open' : 'Pending');
    await agreed(world, step, isAllowed, (tx) => (isClosing ? closeProxy : cancelProxy)(tx, target));
    if (isAllowed) one.status = isClosing ? 'Closed' : 'Canceled';
  }
}

/** A newcomer, and accounts for registrations that have none here yet. */
export async function enroll(world: World, spend: Spender): Promise<void> {
  const { model, tick } = world;
  const issuer = issuerOf(world, spend);
  let holder = spend.one(model.holders);
  if (spend.rarely(3) && model.holders.length < 14) {
    const sort = spend.one(['Mu, New', 'AARDVARK, A', 'mu, new', 'Zz Top']);
    const key = `${model.holders[0]!.key}-${tick}`;
    const newcomer: Person = [[`NEW ${sort.toUpperCase()}`], sort, 'Individual'];
    const made = await agreed(world, 'registration', true, (tx) => register(tx, [newcomer], key));
    holder = made![0]!;
    model.holders.push(holder);
  }
  const isAllowed = books.isOpen(issuer) && !books.accountOf(model, issuer, holder);
  const input = { issuerId: issuer.id, holderId: holder.id, openedOn: world.today };
  await agreed(world, 'account', isAllowed, (tx) => notes.openAccount(tx, input));
  if (isAllowed) model.accounts.push({ issuer, holder, isTreasury: false });
}

export async function open(world: World, spend: Spender): Promise<void> {
  const { model, today, tick } = world;
  const issuer = issuerOf(world, spend);
  const code = spend.one(['P', 'C', 'M', 'D', 'U']);
  const isFresh = !spend.rarely(5);
  const same = model.classes.filter((one) => one.issuer === issuer);
  const opened = books.plusDays(today, spend.one([-10, -2, 0]));
  const given: Opening = {
    ...{
      code,
      series: spend.one(['', 'A', 'B', 'C']),
      name: isFresh || same.length === 0 ? `Class ${tick}` : same[0]!.name,
      description: '',
    },
    ...{
      cusip: '',
      par: spend.one([null, 1]),
      isDollar: code === 'D',
      isDrs: spend.rarely(2),
      hasPlan: false,
    },
    ...{ paper: 'X', book: 'XB', opened, authorized: BigInt(spend.one([0, 10_000])) },
  };
  const { authorized, ...facts } = given;
  if (same.length > 5) return;
  const isAllowed = books.isOpen(issuer) && !same.some((one) => one.name === given.name);
  const id = await agreed(world, 'opening of a class', isAllowed, (tx) =>
    openClass(tx, classInput(given, issuer.id)),
  );
  if (!id) return;
  const cls = { ...facts, id, issuer, action: '', isReversed: false, isUnlimited: authorized === 0n };
  model.classes.push(cls);
  if (authorized > 0n) model.changes.push({ cls, day: opened, delta: authorized });
}

/** An issuer goes read only for a while. */
export async function standing(world: World, spend: Spender): Promise<void> {
  const issuer = world.model.issuers[1]!;
  const status = issuer.status === 'Active' ? spend.one(['Inactive', 'Pending'] as const) : 'Active';
  await agreed(world, 'status', true, (tx) => setIssuerStatus(tx, { issuerId: issuer.id, status }));
  issuer.status = status;
}

const joinPlan = verb(joinPlanIn);

/** Records beside the share books. Contacts and tax lots change no answer. */
export async function note(world: World, spend: Spender): Promise<void> {
  const { model, today } = world;
  const issuer = issuerOf(world, spend);
  const cls = classOf(world, spend, issuer);
  const day = books.plusDays(today, -spend.below(40));
  const issuerId = issuer.id;
  const isOpen = books.isOpen(issuer);
  const base = { issuerId, classId: cls.id };
  const kind = spend.one(['price', 'difference', 'resolve', 'escheat', 'member', 'contact', 'lots']);
  if (kind === 'price') {
    const micros = BigInt(spend.below(9000) + 1) * 1250n;
    const amount = `${micros / 1_000_000n}.${`${micros % 1_000_000n}`.padStart(6, '0')}`;
    await agreed(world, kind, isOpen, (tx) => notes.setPrice(tx, { ...base, day, amount }));
    if (!isOpen) return;
    model.prices = model.prices.filter((one) => one.cls !== cls || one.day !== day);
    model.prices.push({ cls, day, micros });
  } else if (kind === 'difference') {
    const shares = BigInt(spend.below(9) - 4);
    const isPrior = spend.rarely(2);
    const input = { ...base, openedOn: day, shares, cause: 'Duplicate', byPriorAgent: isPrior };
    const id = await agreed(world, kind, isOpen && shares !== 0n, (tx) => notes.recordDifference(tx, input));
    if (id) model.differences.push({ id, cls, shares, opened: day, resolved: '', isPrior });
  } else if (kind === 'resolve') {
    const one = model.differences.find((each) => each.cls.issuer === issuer && !each.resolved);
    if (!one) return;
    const isAllowed = isOpen && one.opened <= day;
    const input = { issuerId, differenceId: one.id, resolvedOn: day };
    await agreed(world, kind, isAllowed, (tx) => notes.resolveDifference(tx, input));
    if (isAllowed) one.resolved = day;
  } else if (kind === 'escheat') {
    const input = {
      issuerId,
      holderId: spend.one(model.holders).id,
      state: 'NY',
      remittedOn: day,
      propertyCode: 'SC08',
    };
    await agreed(world, kind, isOpen, (tx) => notes.recordEscheat(tx, input));
    if (isOpen) model.escheats.push({ issuer, day });
  } else if (kind === 'member') {
    const holder = spend.one(model.holders);
    if (!cls.hasPlan || model.members.some((one) => one.cls === cls && one.holder === holder)) return;
    await agreed(world, kind, isOpen, (tx) => joinPlan(tx, { ...base, holderId: holder.id, joinedOn: day }));
    if (isOpen) model.members.push({ cls, holder, joined: day });
  } else if (kind === 'contact') {
    const person = { name: 'N', title: 'T', role: 'CEO', mayInstructIssuance: true, mayReceiveLists: true };
    await agreed(world, kind, isOpen, (tx) =>
      notes.addContact(tx, { issuerId, ...person, activeSince: day }),
    );
  } else {
    const paper = model.papers.find(
      (one) => one.cls === cls && one.canceled === books.far && one.by.kind === 'N',
    );
    if (!paper) return;
    const lot = {
      acquiredOn: paper.issued,
      costPerShare: null,
      totalCost: '100.00',
      isCovered: true,
      method: 'Purchase',
    };
    const shares = spend.rarely(4) ? 0n : paper.shares;
    const input = { issuerId, certificateId: paper.id, lots: [{ ...lot, shares }] };
    // A split or stock dividend since has spread the basis.
    const isSpread = model.papers.some(
      ({ cls: its, holder, by, id }) =>
        its === cls && holder === paper.holder && 'FD'.includes(by.kind) && id > paper.id,
    );
    await agreed(world, kind, isOpen && shares > 0n && !isSpread, (tx) => notes.addTaxLots(tx, input));
  }
}
