import type { PoolClient } from 'pg';
import { formatShares } from '#lib/format/shares';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { registerMemory } from '#registry/queries/memory';
import { ownershipRows } from '#registry/queries/ownership';
import { controlOutstanding } from '#registry/queries/reports/control-balances';
import { reservesAt } from '#registry/queries/reserves';
import { noTotals, registerTotals } from '#registry/queries/totals';
import type { Column, Item, ReportDocument } from '#registry/render/document';
import { percent, shareCell, shareFact, shares, text } from '../parts/report/columns.ts';
import { controlBookProof } from '../parts/report/control-book-proof.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { verdictSentence } from '../parts/report/verdict.ts';
import { issuerAsOf } from '../parts/request/coverage.ts';

export const generateDilutedPercentage: Report<'GenerateDilutedPercentage'> = {
  name: 'DilutedPercentage',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
  document: dilutedPercentage,
};

const columns: readonly Column[] = [
  text('Account', 12),
  text('Holder or reserve', 46),
  text('Type', 10),
  shares('Shares', 14),
  percent('% of outstanding', 12),
  percent('% fully diluted', 12),
];

/**
 * Outstanding and reserved shares of each class on a date. Reserves include the shares that convertible classes
 * would become, so those classes are not added again. Treasury shares do not dilute.
 */
async function dilutedPercentage(
  client: PoolClient,
  order: OrderFor<'GenerateDilutedPercentage'>,
): Promise<ReportDocument> {
  const { cutoff } = order;
  const { issuer, head } = await reportHeader(client, order, []);
  const classes = await classesOf(client, issuer.id, cutoff);
  const reserves = await reservesAt(client, issuer.id, cutoff);
  const { byClass } = await registerTotals(client, registerMemory(), issuer, cutoff);
  const book = await controlOutstanding(client, issuer.id, cutoff);
  return {
    ...head,
    title: 'Diluted ownership',
    tables: [{ id: 'rows', name: 'Holders and reserves', columns, sectionColumn: 'Class' }],
    open: () => {
      const issued = new Map<bigint, bigint>();
      const reserved = new Map<bigint, bigint>();
      return {
        items: items(),
        closing: async () => ({
          totals: classes.flatMap((each) => [
            [`${each.name}: outstanding`, shareFact(each, issued.get(each.id) ?? 0n)] as const,
            [`${each.name}: reserved`, shareFact(each, reserved.get(each.id) ?? 0n)] as const,
          ]),
          proof: controlBookProof(book, classes, (id) => issued.get(id) ?? 0n),
          verdict: await verdictSentence(client, order, issuer),
          footnotes: ['Unissued shares without a reserve and treasury shares are not dilution.'],
        }),
      };

      async function* items(): AsyncGenerator<Item> {
        for (const ofClass of classes) {
          const ofReserves = reserves.filter(({ classId }) => classId === ofClass.id);
          const outstanding = (byClass.get(ofClass.id) ?? noTotals).outstanding;
          const whole = outstanding + ofReserves.reduce((sum, each) => sum + each.shares, 0n);
          yield { kind: 'section', table: 'rows', title: ofClass.name };
          let held = 0n;
          let accounts = 0n;
          const order = { by: 'SortName', descending: false } as const;
          const owners = ownershipRows(client, issuer.id, cutoff, [ofClass.id], order);
          for await (const { holder, positions } of owners) {
            const amount = positions.reduce((sum, position) => sum + position.shares, 0n);
            held += amount;
            accounts += 1n;
            yield row(ofClass, holder.customerId, holder.name, 'Issued', amount, outstanding, whole);
          }
          issued.set(ofClass.id, held);
          let reservedShares = 0n;
          for (const each of ofReserves) {
            reservedShares += each.shares;
            yield row(ofClass, '', `RESERVE – ${each.name}`, 'Reserved', each.shares, null, whole);
          }
          reserved.set(ofClass.id, reservedShares);
          if (accounts === 0n && ofReserves.length === 0) continue;
          const count = `${formatShares(accounts)} accounts`;
          yield total(ofClass, 'Issued', count, held, outstanding, whole);
          yield total(ofClass, 'Reserved', `${ofReserves.length} reserves`, reservedShares, null, whole);
          yield total(ofClass, 'Total', '', held + reservedShares, null, whole);
        }
      }
    },
  };
}

function row(
  ofClass: SecurityClass,
  account: string,
  name: string,
  type: string,
  amount: bigint,
  outstanding: bigint | null,
  whole: bigint,
): Item {
  return {
    kind: 'row',
    cells: [
      account,
      name,
      type,
      shareCell(ofClass, amount),
      outstanding === null ? null : { part: amount, whole: outstanding },
      { part: amount, whole },
    ],
  };
}

function total(
  ofClass: SecurityClass,
  label: string,
  count: string,
  amount: bigint,
  outstanding: bigint | null,
  whole: bigint,
): Item {
  const { cells } = row(ofClass, label, count, '', amount, outstanding, whole) as Extract<
    Item,
    { kind: 'row' }
  >;
  return { kind: 'total', cells };
}
