// Rows of accounts, daily counts and page marks of a large generated issuer.

import type { Value } from '#registry/db/insert';
import { indexKey } from '#registry/ledger/core/accounts';
import type { Registration } from '#registry/ledger/holders/holders';
import type { Register } from './journal-rows.ts';
import { type Ledger, treasury } from './ledger.ts';
import { firstDay } from './plan.ts';

export const accountColumns = [
  ...['issuer_id', 'holder_id', 'role', 'sort_key', 'name_key', 'opened_on', 'pays_by'],
];

export function accountRow(register: Register, place: number, one: Registration): Value[] {
  const name = [one.name, one.name2, one.name3].filter(Boolean).join(' ');
  return [
    ...[register.issuerId, register.firstHolder + BigInt(place), place === treasury ? 'treasury' : 'holder'],
    ...[indexKey(one.sortName), indexKey(name), firstDay, place % 4 === 0 ? 'ACH' : 'Check'],
  ];
}

export const classDayColumns = [
  ...[
    'issuer_id',
    'class_id',
    'day',
    'outstanding_delta',
    'treasury_delta',
    'restricted_delta',
    'certificates_delta',
  ],
  ...['holders_delta', 'restricted_holders_delta', 'free_holders_delta'],
];

export function* classDayRows(ledger: Ledger, register: Register): Generator<Value[]> {
  for (const [place, columns] of ledger.days.entries()) {
    for (const [index, day] of register.days.entries()) {
      if (!columns.touched[index]) continue;
      const { outstanding, treasury: taken, restricted, certificates } = columns;
      const { holders, restrictedHolders, freeHolders } = columns;
      yield [
        ...[register.issuerId, register.classIds[place as 0 | 1], day],
        ...[outstanding, taken, restricted, certificates].map((column) => column[index]),
        ...[holders, restrictedHolders, freeHolders].map((column) => column[index]),
      ];
    }
  }
}

export function* issuerDayRows(ledger: Ledger, register: Register): Generator<Value[]> {
  for (const [index, day] of register.days.entries()) {
    if (!ledger.issuerTouched[index]) continue;
    yield [register.issuerId, day, ledger.issuerHolders[index], ledger.issuerPositions[index]];
  }
}

export const markColumns = ['issuer_id', 'span', 'sort_key', 'holder_id', 'accounts', 'holders', 'positions'];

/** The marks of the page index (0008_maintained_counts.sql), from the accounts' sort keys by index. */
export function* markRows(ledger: Ledger, register: Register, keys: readonly string[]): Generator<Value[]> {
  // Keys are ASCII, so UTF-16 order equals byte order. Accounts with the same key are ordered by id, which
  // follows the index.
  const order = Uint32Array.from(keys.keys()).sort((a, b) =>
    keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b,
  );
  for (const span of [128, 8192]) {
    for (let start = 0; start < order.length; start += span) {
      const part = order.subarray(start, start + span);
      let holders = 0;
      let positions = 0;
      for (const place of part) {
        const held = ledger.held.filter((column) => column[place]! > 0).length;
        positions += held;
        if (held > 0) holders += 1;
      }
      const first = part[0]!;
      yield [
        ...[register.issuerId, span, start === 0 ? '' : keys[first]],
        ...[start === 0 ? 0n : register.firstHolder + BigInt(first), part.length, holders, positions],
      ];
    }
  }
}
