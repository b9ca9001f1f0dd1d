// Adds items to the demo that stay pending, are canceled or are rejected, with plausible reasons.

import { rejectionReasons } from '#lib/contract/agent/values';
import { addBusinessDays, businessDaysBetween } from '#lib/format/business-days';
import type { TransferKind } from '#registry/ledger/core/sub-kinds';
import { cancelIn, receiveIn, rejectIn } from '#registry/ledger/pending-transactions';
import { certificatesOf, isFree, type Market, sharesOf } from './market/market.ts';
import { pad } from './people/people.ts';
import type { Prng } from './prng.ts';
import type { PlannedItem } from './schedule.ts';
import { customerKey, participantFor, priceOn, type Simulation, streamOf } from './simulation.ts';
import { addressLine, type Participant, participants } from './words/participants.ts';

type Reason = keyof typeof rejectionReasons;

/** How often a reason occurs among those of its list that fit the item. */
const medallion: readonly [Reason, number][] = [
  ['M02', 10],
  ['M07', 7],
  ['M01', 6],
  ['M03', 3],
  ['M08', 3],
  ['M06', 2],
  ['M05', 1],
  ['M10', 1],
];
const depository: readonly [Reason, number][] = [
  ['D03', 7],
  ['D02', 5],
  ['D04', 5],
  ['D07', 4],
  ['D09', 3],
  ['D10', 2],
];

/** Medallion prefixes and their limits in dollars, from the lowest on. */
const limits: readonly [string, number][] = [
  ['F', 100_000],
  ['E', 100_000],
  ['D', 250_000],
  ['C', 500_000],
  ['B', 750_000],
  ['A', 1_000_000],
  ['X', 2_000_000],
  ['Y', 5_000_000],
  ['Z', 10_000_000],
];
const lowestLimit = limits[0]![1];

const joint = / (JT TEN|JTWROS|TEN COM|COMM PROP)$/;

export type RejectionRules = {
  splitOn?: string;
  isOther?: boolean;
};

type Kind = 'DTC' | 'Medallion' | 'Other';

/** What was presented and rejected. */
type Presented = {
  kind: Kind;
  reason: Reason;
  subKind: TransferKind;
  holderId: bigint;
  shares: bigint;
  certificates: string;
  value?: number;
  firm: Participant | null;
};

/**
 * Receives an item that is not completed: it stays Pending, is canceled, or is rejected with a rejection
 * record.
 */
export async function reject(
  simulation: Simulation,
  market: Market,
  item: PlannedItem,
  rules: RejectionRules,
): Promise<void> {
  const { world, book, issuerId } = simulation;
  const rng = streamOf(simulation, `items not completed of ${book.classes.get(market.classId)?.name}`);
  const presented =
    item.outcome === 'Rejected' ? rejectedItem(simulation, market, item, rules, rng) : undefined;
  const holderId = presented?.holderId ?? rng.pick(market.members);
  const holder = book.accounts.get(holderId)?.label ?? '';
  const firm = presented ? presented.firm : item.presentor;
  const presentor = firm?.name ?? holder;
  const subKind = presented?.subKind ?? 'Sale';
  const txnId = await receiveIn(book, {
    issuerId,
    kind: 'T',
    entry: {
      customerId: customerKey(simulation),
      subKind,
      receivedOn: item.receivedOn,
      presentor,
      isRoutine: item.isRoutine,
      comments: item.outcome === 'Pending' ? waitsFor(simulation, item) : '',
      documents: subKind.startsWith('Depository')
        ? 'Depository instruction'
        : 'Assignment; medallion guarantee',
      createdBy: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Operator' },
    },
    transferFrom: holder,
  });
  if (item.outcome === 'Pending') return;
  const processedAt = simulation.stamp(item.completedOn);
  if (!presented) {
    await cancelIn(book, { issuerId, txnId, processedAt, comments: 'Withdrawn by the presentor' });
    return;
  }
  const { kind, reason, shares, certificates, value } = presented;
  const noticeOn = addBusinessDays(item.completedOn, 1);
  await rejectIn(book, {
    issuerId,
    txnId,
    classId: market.classId,
    kind,
    rejectedOn: item.completedOn,
    processedAt,
    reasonCode: reason,
    reason: rejectionReasons[reason],
    shares,
    holderId,
    certificates,
    value: value?.toFixed(2),
    presentorName: presentor,
    presentorAddress: firm ? addressLine(firm) : (world.addresses.get(holderId) ?? ''),
    participantNumber: kind === 'DTC' ? firm?.participant : '',
    ...(kind === 'Medallion' ? guarantee(rng, presented) : {}),
    noticeTo: kind === 'Medallion' ? 'Presentor and guarantor' : 'Presentor',
    noticeOn: noticeOn <= world.lastDay ? noticeOn : item.completedOn,
    returnedHow: kind === 'DTC' ? 'Electronic' : 'Mail with tracking',
  });
}

/** What a late item waits for. */
const missingPapers = [
  'Waits for a certified copy of the death certificate, asked for by letter',
  'Waits for letters testamentary dated within 60 days, asked for by letter',
];

function waitsFor({ world }: Simulation, { receivedOn }: PlannedItem): string {
  const days = businessDaysBetween(receivedOn, world.queueDay);
  return days > 3 ? missingPapers[days % missingPapers.length]! : '';
}

function rejectedItem(
  simulation: Simulation,
  market: Market,
  item: PlannedItem,
  rules: RejectionRules,
  rng: Prng,
): Presented {
  const price = priceOn(simulation, market.classId, item.receivedOn);
  // Without a price nobody knows the value.
  const worth = (shares: bigint) =>
    price === undefined ? undefined : Math.round(Number(shares) * Number(price) * 100) / 100;
  const kind = rules.isOther ? 'Other' : nextKind(simulation, market);
  const of = (reason: Reason, subKind: TransferKind, holderId: bigint, shares?: bigint): Presented => {
    const held = shares === undefined ? certificatesOf(market, holderId) : [];
    const total = shares ?? held.reduce((sum, one) => sum + one.shares, 0n);
    return {
      kind,
      reason,
      subKind,
      holderId,
      shares: total,
      certificates: held.map((one) => `${one.prefix}-${one.number}`).join(', '),
      value: worth(total),
      // A depository item comes from a participant.
      firm: item.presentor ?? (kind === 'DTC' ? participantFor(simulation, rng) : null),
    };
  };
  // Enough of the register to find every kind of account, without reading all of it each time.
  const some = Array.from({ length: 500 }, () => rng.pick(market.members)).filter(
    (id) => certificatesOf(market, id).length <= 4,
  );
  const holders = (passes: (id: bigint) => boolean) => some.filter(passes);
  const isRestricted = (id: bigint) => !isFree(certificatesOf(market, id));
  if (kind === 'Other') {
    const restricted = holders(isRestricted);
    if (restricted.length > 0) return of('O01', 'Legend removal', rng.pick(restricted));
    return of('O02', 'Sale', rng.pick(holders(() => true)));
  }
  const free = holders((id) => !isRestricted(id));
  const candidates = free.length > 0 ? free : holders(() => true);
  if (kind === 'DTC') return depositoryItem(simulation, market, item, rules, rng, candidates, of);
  const large = market.members.filter(
    (id) =>
      (worth(sharesOf(market, id)) ?? 0) > lowestLimit &&
      certificatesOf(market, id).length <= 4 &&
      (free.length === 0 || !isRestricted(id)),
  );
  const jointly = candidates.filter((id) => joint.test(simulation.book.accounts.get(id)?.label ?? ''));
  const fitting: Partial<Record<Reason, bigint[]>> = { M02: large, M08: jointly };
  const reason = draw(
    rng,
    medallion.filter(([one]) => (fitting[one] ?? candidates).length > 0),
  );
  const subKind = rng.pick(['Sale', 'Sale', 'Gift', 'Re-registration'] as const);
  return of(reason, subKind, rng.pick(fitting[reason] ?? candidates));
}

/** After a reverse split participants instruct the old number of shares, or name the old CUSIP, for a while. */
function depositoryItem(
  simulation: Simulation,
  market: Market,
  item: PlannedItem,
  { splitOn }: RejectionRules,
  rng: Prng,
  candidates: readonly bigint[],
  of: (reason: Reason, subKind: TransferKind, holderId: bigint, shares?: bigint) => Presented,
): Presented {
  const nominee = market.nominee!;
  const sinceSplit =
    splitOn && item.receivedOn > splitOn ? businessDaysBetween(splitOn, item.receivedOn) : undefined;
  if (sinceSplit !== undefined && sinceSplit < 90 && !simulation.world.rejected.isOldQuantitySeen) {
    simulation.world.rejected.isOldQuantitySeen = true;
    // The depository's position is smaller than the number of old shares that is asked for.
    const shares = (sharesOf(market, nominee) / 500_000n + 1n) * 500_000n;
    return { ...of('D01', 'Depository withdrawal', nominee, shares), value: undefined };
  }
  const list: readonly [Reason, number][] =
    sinceSplit !== undefined && sinceSplit < 250 ? [['D08', 14], ...depository] : depository;
  const reason = draw(rng, list);
  if (reason !== 'D07') return of(reason, 'Depository deposit', rng.pick(candidates));
  const shares = BigInt(Math.round(rng.logNormal(400, 0.9) / 10) * 10 + 10);
  return of(reason, 'Depository withdrawal', nominee, shares);
}

/** The guarantee on the item: below the value for M02, missing for M01, else covering it. */
function guarantee(rng: Prng, { reason, value = 0, firm }: Presented) {
  if (reason === 'M01') return {};
  const covering = limits.filter(([, limit]) => limit >= value);
  const prefixes =
    reason === 'M02' ? limits.filter(([, limit]) => limit < value).slice(-2) : covering.slice(0, 3);
  return {
    guarantorName: firm && rng.chance(0.6) ? firm.name : rng.pick(participants).name,
    medallionPrefix: (prefixes.length > 0 ? rng.pick(prefixes) : limits.at(-1)!)[0],
    medallionSerial: pad(rng.int(1, 999_999), 7),
  };
}

function draw(rng: Prng, list: readonly [Reason, number][]): Reason {
  let place = rng.next() * list.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [reason, weight] of list) {
    place -= weight;
    if (place < 0) return reason;
  }
  return list[0]![0];
}

/**
 * Keeps the agent's rejections at 60 medallion to 40 depository; only issuers with a nominee have depository
 * items.
 */
function nextKind(simulation: Simulation, market: Market): 'Medallion' | 'DTC' {
  const counts = simulation.world.rejected;
  const needsDtc = counts.dtc * 6 < (counts.medallion + 1) * 4;
  const kind = sharesOf(market, market.nominee) > 0n && needsDtc ? 'DTC' : 'Medallion';
  if (kind === 'DTC') counts.dtc += 1;
  else counts.medallion += 1;
  return kind;
}
