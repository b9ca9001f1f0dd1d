import { addBusinessDays } from '#lib/format/business-days';
import type { Kind } from '#registry/ledger/core/entry';
import { cancelIn, receiveIn, rejectIn } from '#registry/ledger/queue';
import { certificatesOf, type Market, sharesOf } from './market.ts';
import { pad } from './people.ts';
import type { PlannedItem } from './schedule.ts';
import { customerKey, type Simulation } from './simulation.ts';
import { presentors } from './words/companies.ts';

/** Rejection reasons; the first ones are the most frequent. */
const medallion: [string, string][] = [
  ['M02', 'Guarantee amount below transaction value'],
  ['M07', 'Signature does not match registration'],
  ['M01', 'No medallion on assignment'],
  ['M03', 'Stamp illegible or altered'],
  ['M06', 'Copy or fax, original ink stamp required'],
  ['M08', 'Not all joint owners guaranteed'],
  ['M05', 'Guarantor not in a recognized program or suspended'],
  ['M10', 'Guarantee dated before assignment or expired'],
];
const depository: [string, string][] = [
  ['D01', 'Insufficient FAST balance'],
  ['D03', 'Registration mismatch'],
  ['D02', 'Account number not found'],
  ['D04', 'Tax id mismatch'],
  ['D07', 'Issuer instruction not received'],
  ['D09', 'Quantity differs from instruction'],
  ['D10', 'Stale or duplicate instruction'],
];
const oldCusip: [string, string] = ['D08', 'Wrong CUSIP or pre-split CUSIP'];

/** Medallion prefix and its limit in dollars. */
const limits: [string, number][] = [
  ['F', 100_000],
  ['E', 100_000],
  ['D', 250_000],
  ['C', 500_000],
  ['B', 750_000],
  ['A', 1_000_000],
];

/**
 * Receives an item that is not completed: it stays Pending, is canceled, or is rejected with a rejection
 * record.
 */
export async function reject(
  simulation: Simulation,
  market: Market,
  item: PlannedItem,
  options: { price: number; splitOn?: string; isOther?: boolean; kind?: Kind },
): Promise<void> {
  const { world, book, issuerId } = simulation;
  const { rng } = world;
  const holderId = rng.pick(market.members);
  const [certificate] = certificatesOf(market, holderId);
  const presentor =
    item.presentor === 'HOLDER' ? (book.accounts.get(holderId)?.label ?? 'HOLDER') : item.presentor;
  const txnId = await receiveIn(book, {
    issuerId,
    kind: options.kind ?? 'T',
    entry: {
      customerId: customerKey(simulation),
      subKind: 'Sale',
      receivedOn: item.receivedOn,
      presentor,
      isRoutine: item.isRoutine,
      documents: 'Assignment; medallion guarantee',
      createdBy: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Operator' },
    },
    transferFrom: book.accounts.get(holderId)?.label,
  });
  if (item.outcome === 'Pending') return;
  const processedAt = simulation.stamp(item.completedOn);
  if (item.outcome === 'Canceled') {
    await cancelIn(book, { issuerId, txnId, processedAt, comments: 'Withdrawn by the presentor' });
    return;
  }
  const shares = certificate?.shares ?? sharesOf(market, holderId);
  const kind = options.isOther ? 'Other' : nextKind(simulation, market);
  const afterSplit = options.splitOn !== undefined && item.receivedOn > options.splitOn;
  const list =
    kind === 'Medallion'
      ? medallion
      : afterSplit
        ? [depository[0]!, oldCusip, ...depository.slice(1)]
        : depository;
  const [reasonCode, reason] = options.isOther
    ? ['O01', 'Opinion of counsel not received']
    : list[Math.min(list.length - 1, Math.floor(rng.next() * rng.next() * rng.next() * (list.length + 4)))]!;
  const limit = rng.pick(limits);
  const value = Number(shares) * options.price;
  await rejectIn(book, {
    issuerId,
    txnId,
    classId: market.classId,
    kind,
    rejectedOn: item.completedOn,
    processedAt,
    reasonCode: reasonCode!,
    reason: reason!,
    shares,
    holderId,
    certificates: certificate ? `${certificate.prefix}-${certificate.number}` : '',
    value: (reasonCode === 'M02' ? Math.max(value, limit[1] * 1.2) : value).toFixed(2),
    presentorName: presentor,
    presentorAddress: `${rng.int(1, 900)} EXCHANGE PL, NEW YORK NY 10004`,
    participantNumber: kind === 'DTC' ? pad(rng.int(9000, 9899), 4) : '',
    guarantorName: kind === 'Medallion' ? rng.pick(presentors) : '',
    medallionPrefix: kind === 'Medallion' && reasonCode !== 'M01' ? limit[0] : '',
    medallionSerial: kind === 'Medallion' && reasonCode !== 'M01' ? pad(rng.int(1, 999_999), 7) : '',
    noticeTo: kind === 'Medallion' ? 'Presentor and guarantor' : 'Presentor',
    noticeOn:
      addBusinessDays(item.completedOn, 1) <= world.lastDay
        ? addBusinessDays(item.completedOn, 1)
        : item.completedOn,
    returnedHow: kind === 'DTC' ? 'Electronic' : 'Mail with tracking',
  });
}

/**
 * Keeps the agent's rejections at 60 medallion to 40 depository; only issuers with a nominee have depository
 * items.
 */
function nextKind(simulation: Simulation, market: Market): 'Medallion' | 'DTC' {
  const counts = simulation.world.rejected;
  const needsDtc = counts.dtc * 6 < (counts.medallion + 1) * 4;
  const kind = market.nominee !== null && needsDtc ? 'DTC' : 'Medallion';
  if (kind === 'DTC') counts.dtc += 1;
  else counts.medallion += 1;
  return kind;
}
