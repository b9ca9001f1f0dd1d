// Totals of a journal by class, with the shares before and after its period.

import type { PoolClient } from 'pg';
import { addDays, type CalendarDate } from '#lib/format/dates';
import type { SecurityClass } from '#registry/queries/classes';
import { classesOf } from '#registry/queries/classes';
import type { Issuer } from '#registry/queries/issuers';
import type { JournalSelection } from '#registry/queries/journal';
import { registerMemory } from '#registry/queries/memory';
import { noTotals, registerTotals } from '#registry/queries/totals';
import type { Closing, Fact } from '#registry/render/document';
import { transactionTypeText } from '../display-text.ts';
import { shareFact } from '../report/columns.ts';
import type { JournalEntry } from './entries.ts';

/** A class in the footer of a journal, with its outstanding shares before and at the end of the period. */
export type JournalClass = { ofClass: SecurityClass; label: string; opening: bigint; closing: bigint };

/** The classes of a journal's issuers, by id. Opening is the close of the day before the period. */
export async function journalClasses(
  client: PoolClient,
  issuers: readonly Issuer[],
  from: CalendarDate,
  to: CalendarDate,
): Promise<ReadonlyMap<bigint, JournalClass>> {
  const classes = new Map<bigint, JournalClass>();
  for (const issuer of issuers) {
    const before = await registerTotals(client, registerMemory(), issuer, addDays(from, -1));
    const after = await registerTotals(client, registerMemory(), issuer, to);
    for (const ofClass of await classesOf(client, issuer.id, to)) {
      classes.set(ofClass.id, {
        ofClass,
        label: issuers.length > 1 ? `${issuer.customerId} ${ofClass.name}` : ofClass.name,
        opening: (before.byClass.get(ofClass.id) ?? noTotals).outstanding,
        closing: (after.byClass.get(ofClass.id) ?? noTotals).outstanding,
      });
    }
  }
  return classes;
}

export function classIn(classes: ReadonlyMap<bigint, JournalClass>, id: bigint): JournalClass {
  const found = classes.get(id);
  if (!found) throw new Error('A transaction moved a class its issuer does not have.');
  return found;
}

export type JournalSums = { add: (entry: JournalEntry) => void; closing: () => Closing };

/**
 * Counts and shares per type and class, shares per class, and the proof: every transfer nets to zero, and when
 * the journal holds all transactions effective in the period, opening plus net equals closing. Outstanding
 * excludes treasury.
 */
export function journalSums(
  classes: ReadonlyMap<bigint, JournalClass>,
  selection: JournalSelection,
): JournalSums {
  const isWhole = selection.dateBy === 'EffectiveDate' && selection.kind === '';
  const byType = new Map<
    string,
    { count: bigint; canceled: bigint; issued: bigint; classId: bigint; kind: string }
  >();
  const net = new Map<bigint, bigint>();
  let transactions = 0;
  let unbalanced = 0n;
  const sumOf = (classId: bigint, side: 'canceled' | 'issued') =>
    [...byType.values()].reduce((sum, one) => (one.classId === classId ? sum + one[side] : sum), 0n);
  return {
    add({ txn, moves }) {
      transactions += 1;
      for (const move of moves) {
        const key = `${txn.kind} ${move.classId}`;
        const sum = byType.get(key) ?? {
          count: 0n,
          canceled: 0n,
          issued: 0n,
          classId: move.classId,
          kind: txn.kind,
        };
        byType.set(key, sum);
        sum.count += 1n;
        sum.canceled += move.canceled;
        sum.issued += move.issued;
        net.set(move.classId, (net.get(move.classId) ?? 0n) + move.outstanding);
        if (txn.kind === 'T') unbalanced += magnitude(move.issued - move.canceled);
      }
    },
    closing() {
      const moved = [...classes.values()].filter(({ ofClass }) => net.has(ofClass.id));
      const gap = [...classes].reduce(
        (sum, [id, each]) => sum + magnitude(each.opening + (net.get(id) ?? 0n) - each.closing),
        0n,
      );
      return {
        totals: [
          ['Transactions', transactions],
          ...[...byType.values()].flatMap((sum): Fact[] => {
            const { ofClass, label } = classIn(classes, sum.classId);
            const name = `${transactionTypeText(sum.kind)}, ${label}`;
            return [
              [`${name}: transactions`, { kind: 'integer', value: sum.count }],
              [`${name}: canceled`, shareFact(ofClass, sum.canceled)],
              [`${name}: issued`, shareFact(ofClass, sum.issued)],
            ];
          }),
          ...moved.flatMap(({ ofClass, label }): Fact[] => [
            [`${label}: canceled`, shareFact(ofClass, sumOf(ofClass.id, 'canceled'))],
            [`${label}: issued`, shareFact(ofClass, sumOf(ofClass.id, 'issued'))],
          ]),
          ...(isWhole ? moved : []).flatMap(({ ofClass, label, opening, closing }): Fact[] => [
            [`${label}: opening outstanding`, shareFact(ofClass, opening)],
            [`${label}: net of the period`, shareFact(ofClass, net.get(ofClass.id) ?? 0n)],
            [`${label}: closing outstanding`, shareFact(ofClass, closing)],
          ]),
        ],
        proof: isWhole
          ? {
              label: 'Difference of opening plus net to closing, and within transfers',
              difference: gap + unbalanced,
            }
          : { label: 'Difference within transfers', difference: unbalanced },
        footnotes: ['Treasury certificates are listed, but are no part of outstanding.'],
      };
    },
  };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
