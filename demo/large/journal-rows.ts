// Rows of transactions, certificates and the control book of a large generated issuer.

import { issuerScopedId, SPAN } from '#registry/db/ids';
import type { Value } from '#registry/db/insert';
import { kinds, type Ledger, never, paperFlag, place, restrictedFlag, seriesOf, treasury } from './ledger.ts';

/** Input of the rows of one large issuer besides its ledger. */
export type Register = {
  issuerId: bigint;
  firstHolder: bigint;
  classIds: readonly [bigint, bigint];
  days: readonly string[];
  /** Names of the accounts, by index. */
  label(place: number): string;
};

/** Prefixes by series: book entry, paper, the nominee's book entries. */
export const prefixes = [
  ['BE', 'CS', 'FB'],
  ['BE', 'PA', 'FB'],
] as const;

export const txnColumns = [
  ...[
    'issuer_id',
    'id',
    'number',
    'kind',
    'sub_kind',
    'status',
    'received_on',
    'processed_at',
    'effective_on',
  ],
  ...['completed_on', 'is_presented', 'is_routine', 'authority', 'ratio_numerator', 'ratio_denominator'],
  ...['fractional_type', 'cash_price', 'cash_paid', 'transfer_from', 'issued_to'],
];

const letterOf: Record<number, string> = {
  [place['Opening position']]: 'N',
  [place['Primary offering']]: 'N',
  [place['Reinvestment plan']]: 'N',
  [place.Split]: 'F',
};

export function authorityOf(kind: number): string {
  const letter = letterOf[kind];
  if (kind === place['Opening position']) return 'Certified list of the prior agent';
  if (kind === place['Reinvestment plan']) return 'Standing instruction of the plan';
  if (letter === 'F') return 'Charter amendment and board resolution on the split';
  return letter === 'N' ? 'Resolution on the offering' : '';
}

/** Times of posting: entries of a day are one millisecond apart. */
function* moments(ledger: Ledger, days: readonly string[]): Generator<string> {
  let day = -1;
  let millis = 0;
  for (const of of ledger.txns.day) {
    millis = of === day ? millis + 1 : 0;
    day = of;
    const seconds = String(Math.floor(millis / 1000) % 3600);
    const minute = String(Math.floor(Number(seconds) / 60)).padStart(2, '0');
    const second = String(Number(seconds) % 60).padStart(2, '0');
    yield `${days[of]}T15:${minute}:${second}.${String(millis % 1000).padStart(3, '0')}Z`;
  }
}

export function* txnRows(ledger: Ledger, register: Register): Generator<Value[]> {
  const { kind, day, from, to, parties } = ledger.txns;
  let at = 0;
  for (const moment of moments(ledger, register.days)) {
    const index = at++;
    const of = kind[index]!;
    const letter = letterOf[of] ?? 'T';
    const date = register.days[day[index]!]!;
    const isSplit = letter === 'F';
    const first = register.label(to[index]!);
    const others = parties[index]! - 1;
    yield [
      ...[register.issuerId, issuerScopedId(register.issuerId, BigInt(index + 1)), index + 1, letter],
      ...[isSplit ? '' : kinds[of]!, 'Completed', date, moment, date, date],
      ...[letter === 'T', letter === 'T', authorityOf(of)],
      ...(isSplit ? [2, 1, 'Round Down'] : [null, null, '']),
      ...[null, 0, isSplit ? 'Common Stock' : from[index]! < 0 ? '' : register.label(from[index]!)],
      others > 2 ? `${first} (+${others} more)` : first,
    ];
  }
}

export const certificateColumns = [
  ...['issuer_id', 'id', 'class_id', 'prefix', 'number', 'form', 'holder_id', 'is_treasury', 'shares'],
  ...[
    'restriction',
    'legend',
    'acquired_on',
    'issued_on',
    'canceled_on',
    'issued_txn',
    'canceled_txn',
    'printed_on',
  ],
];

export function* certificateRows(ledger: Ledger, register: Register): Generator<Value[]> {
  const { issuerId, firstHolder, classIds, days } = register;
  // Every id is below 2^53, and numbers are faster than bigints.
  const base = Number(issuerId * SPAN) + 1;
  const holders = Number(firstHolder);
  const classes = classIds.map(Number);
  for (let index = 0; index < ledger.certificates; index += 1) {
    const holder = ledger.holder[index]!;
    const ofClass = ledger.ofClass[index]!;
    const flags = ledger.flags[index]!;
    const isPaper = (flags & paperFlag) !== 0;
    const issued = days[ledger.issued[index]!]!;
    const canceled = ledger.canceled[index]!;
    const isRestricted = (flags & restrictedFlag) !== 0;
    yield [
      ...[issuerId, base + index, classes[ofClass], prefixes[ofClass]![seriesOf(holder, flags)]],
      ...[ledger.number[index], isPaper ? 'Certificate' : 'BookEntry', holders + holder, holder === treasury],
      ...[ledger.shares[index], isRestricted ? 'R' : 'N', isRestricted ? 'Rule 144' : ''],
      ...[days[ledger.acquired[index]!], issued, canceled === never ? '9999-12-31' : days[canceled]],
      base + ledger.issuedBy[index]!,
      canceled === never ? null : base + ledger.canceledBy[index]!,
      isPaper ? issued : null,
    ];
  }
}

export const controlColumns = [
  ...['issuer_id', 'id', 'class_id', 'effective_on', 'recorded_at', 'txn_id', 'kind', 'authorized_delta'],
  ...['issued_delta', 'credited_shares', 'treasury_delta', 'authority', 'note'],
];

/**
 * Control book entries from `firstEntry` on: shares credited by issuances, shares bought into treasury, and the
 * split. The split's entry raises the authorized shares of the common stock by `raise`; the entry id before it
 * is used by the authorized change.
 */
export function* controlRows(
  ledger: Ledger,
  register: Register,
  firstEntry: bigint,
  raise: bigint,
): Generator<Value[]> {
  const { kind, day, credited, treasury: taken, ofClass } = ledger.txns;
  let entry = firstEntry;
  let at = 0;
  for (const moment of moments(ledger, register.days)) {
    const index = at++;
    const of = kind[index]!;
    if (credited[index] === 0 && taken[index] === 0) continue;
    const isSplit = of === place.Split;
    if (isSplit) entry += 1n;
    const txnId = issuerScopedId(register.issuerId, BigInt(index + 1));
    yield [
      ...[
        register.issuerId,
        issuerScopedId(register.issuerId, entry),
        register.classIds[ofClass[index] as 0 | 1],
      ],
      ...[register.days[day[index]!], moment, txnId, letterOf[of] ?? 'T', isSplit ? raise : 0n],
      ...[credited[index], credited[index], taken[index], authorityOf(of), isSplit ? '2 for 1' : ''],
    ];
    entry += 1n;
  }
}

/** The number of entries before the split's, and the total. */
export function entryCounts({ txns }: Ledger): { beforeSplit: bigint; all: bigint } {
  let all = 0n;
  let beforeSplit = 0n;
  txns.kind.forEach((kind, index) => {
    if (kind === place.Split) {
      beforeSplit = all;
      all += 1n;
    }
    if (txns.credited[index] !== 0 || txns.treasury[index] !== 0) all += 1n;
  });
  return { beforeSplit, all };
}
