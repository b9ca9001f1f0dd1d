// Checks percentages of ownership and dilution, account by account.

import { formatPercent, percentOf8 } from '#lib/format/percent';
import { streamRows } from '#lib/postgres/pool';
import { quantity } from '../operations/parts/response/display.ts';
import type { SecurityClass } from '../queries/classes.ts';
import { ownershipAt } from '../queries/ownership.ts';
import { reservesAt } from '../queries/reserves.ts';
import { statementOf } from './capture-statement.ts';
import { type Finding, type Subject, totalsOf } from './subject.ts';

type Sums = {
  ofClass: SecurityClass;
  whole: bigint;
  reserved: bigint;
  rows: bigint;
  held: bigint;
  printed: number;
};

/** Invariants 23–26: percentages of ownership and dilution, account by account through a cursor. */
export async function* percentFindings(subject: Subject): AsyncGenerator<Finding> {
  const { client, issuer, asOf } = subject;
  const reserves = await reservesAt(client, issuer.id, asOf);
  const sums = new Map(
    subject.classes.map((ofClass): [bigint, Sums] => {
      const own = reserves.filter((one) => one.classId === ofClass.id);
      const reserved = own.reduce((sum, one) => sum + one.shares, 0n);
      const { outstanding: whole } = totalsOf(subject, ofClass.id);
      return [ofClass.id, { ofClass, whole, reserved, rows: 0n, held: 0n, printed: 0 }];
    }),
  );
  const { text, values } = await statementOf((db) =>
    ownershipAt(db, issuer.id, asOf, [...sums.keys()], { by: 'SortName', descending: false }),
  );
  for await (const row of streamRows<{ class_id: bigint; holder_id: bigint; shares: bigint }>(
    client,
    text,
    values,
  )) {
    const found = sums.get(row.class_id);
    if (!found) continue;
    found.rows += 1n;
    found.held += row.shares;
    found.printed += Number.parseFloat(printedNumber(formatPercent(row.shares, found.whole)));
    yield* rowFindings(found, row);
  }
  for (const found of sums.values()) yield* classFindings(found);
}

function* rowFindings(
  found: Sums,
  { holder_id, shares }: { holder_id: bigint; shares: bigint },
): Generator<Finding> {
  const { ofClass, whole, reserved } = found;
  const object = `${ofClass.name} holder ${holder_id}`;
  const owned = percentOf8(shares, whole);
  const diluted = percentOf8(shares, whole + reserved);
  if (diluted > owned) yield { number: 25, object, sentence: `diluted ${diluted} %, owned ${owned} %` };
  const text = formatPercent(shares, whole);
  if (!readsBack(text, owned)) yield { number: 26, object, sentence: `${owned} % is printed as "${text}"` };
  const printed = quantity(ofClass, shares);
  if (printed.replace(/[$,]/g, '') !== shares.toString()) {
    yield { number: 26, object, sentence: `${shares} shares are printed as "${printed}"` };
  }
}

function* classFindings({ ofClass, whole, reserved, rows, held, printed }: Sums): Generator<Finding> {
  const object = ofClass.name;
  if (held !== whole || (rows > 0n && !(Math.abs(printed - 100) <= Number(rows) * 0.00005 + 1e-9))) {
    const sentence = `${rows} accounts with ${held} of ${whole} shares, printed as ${printed.toFixed(4)} %`;
    yield { number: 23, object, sentence };
  }
  if (held !== whole || reserved !== ofClass.reserved) {
    const sentence = `rows of ${held} held and ${reserved} reserved, outstanding ${whole} and reserve ${ofClass.reserved}`;
    yield { number: 24, object, sentence };
  }
}

/**
 * The four printed decimals match the exact number. A positive share too small for four decimals is marked as
 * such.
 */
function readsBack(text: string, percent: number): boolean {
  if (text.startsWith('<')) return percent >= 0 && percent < 0.00005 && text === '<0.0001%';
  // The eight-decimal value is itself rounded, hence the extra 5e-9.
  return Math.abs(Number.parseFloat(printedNumber(text)) - percent) <= 0.00005 + 5e-9;
}

function printedNumber(text: string): string {
  return text.startsWith('<') ? '0' : text.replace(/[%,]/g, '');
}
