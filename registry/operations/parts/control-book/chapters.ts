import type { PoolClient } from 'pg';
import { addDays, formatNumericDate } from '#lib/format/dates';
import { kindOf, type Verdict } from '#lib/proof/verdict';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { noForms, positionForms } from '#registry/queries/position-forms';
import { classParValues, classPrices } from '#registry/queries/reports/class-prices';
import { type ControlBalance, controlBalances, noControl } from '#registry/queries/reports/control-balances';
import { controlLines, transferMonths } from '#registry/queries/reports/control-lines';
import { openDifferences } from '#registry/queries/reports/open-differences';
import type { Fact, Item } from '#registry/render/document';
import { shareFact } from '../report/columns.ts';
import { type AgedValues, agedValues } from './issuer-report.ts';
import { applied, available, type BookLine, bookCells, bookLines } from './lines.ts';
import { differenceCells, type Reconciliation, reconciliationFacts } from './reconciliation.ts';

/** One class of a control book. */
export type Chapter = {
  ofClass: SecurityClass;
  parValue: string | null;
  opening: ControlBalance;
  lines: readonly BookLine[];
  closing: ControlBalance;
  box: Reconciliation;
  /** Of all classes of the issuer together. */
  aged: AgedValues;
};

type Period = { issuerId: bigint; from: string; to: string; timeZone: string; verdict: Verdict };

/** The control book of a period, one chapter for each class. */
export async function readChapters(
  client: PoolClient,
  { issuerId, from, to, timeZone, verdict }: Period,
): Promise<Chapter[]> {
  const classes = await classesOf(client, issuerId, to);
  const parValues = await classParValues(client, issuerId);
  const opening = await controlBalances(client, issuerId, addDays(from, -1));
  const closing = await controlBalances(client, issuerId, to);
  const lines = await controlLines(client, issuerId, from, to, timeZone);
  const entries = Map.groupBy(lines, (line) => line.class_id);
  const months = Map.groupBy(await transferMonths(client, issuerId, from, to), (each) => each.class_id);
  const forms = await positionForms(client, issuerId, to);
  const differences = Map.groupBy(await openDifferences(client, issuerId, to), (each) => each.class_id);
  const boxes = classes.map((ofClass): Reconciliation => {
    const { id } = ofClass;
    return {
      ofClass,
      control: closing.get(id) ?? noControl,
      register: forms.get(id) ?? noForms,
      differences: differences.get(id) ?? [],
      verdict: kindOf(verdict, ofClass.name),
    };
  });
  const aged = agedValues(boxes, await classPrices(client, issuerId, to), to);
  return boxes.map((box): Chapter => {
    const { ofClass, control: atEnd } = box;
    const { id } = ofClass;
    return {
      ofClass,
      parValue: parValues.get(id) ?? null,
      opening: opening.get(id) ?? noControl,
      lines: bookLines(entries.get(id) ?? [], months.get(id) ?? [], to),
      closing: atEnd,
      box,
      aged,
    };
  });
}

/** What a report says of one class. Its tables are `lines` and `differences`. */
export function* chapterItems(chapter: Chapter, from: string, to: string, isPdf: boolean): Generator<Item> {
  const { ofClass, lines, opening, closing, box, aged } = chapter;
  yield { kind: 'section', table: 'lines', title: isPdf ? headingOf(chapter) : ofClass.name, page: 'new' };
  yield {
    kind: 'facts',
    title: `${ofClass.name}: opening ${formatNumericDate(addDays(from, -1))}`,
    facts: balanceFacts(ofClass, opening),
  };
  let balance = opening;
  for (const line of lines) {
    balance = applied(balance, line);
    yield { kind: 'row', cells: bookCells({ line, after: balance, ofClass }, isPdf) };
  }
  if (lines.length === 0) yield { kind: 'letter', lines: ['No entries in the period.'] };
  yield {
    kind: 'facts',
    title: `${ofClass.name}: closing ${formatNumericDate(to)}`,
    facts: balanceFacts(ofClass, closing),
  };
  yield {
    kind: 'facts',
    title: `${ofClass.name}: reconciliation to the register`,
    facts: reconciliationFacts(box),
  };
  if (box.differences.length === 0) return;
  yield {
    kind: 'section',
    table: 'differences',
    title: isPdf ? `${ofClass.name}: open record differences` : ofClass.name,
  };
  for (const each of box.differences) yield { kind: 'row', cells: differenceCells(each, box, aged, to) };
}

function headingOf({ ofClass, parValue }: Chapter): string {
  return [ofClass.name, ofClass.cusip && `CUSIP ${ofClass.cusip}`, parValue && `par $${parValue}`]
    .filter(Boolean)
    .join(', ');
}

function balanceFacts(ofClass: SecurityClass, balance: ControlBalance): Fact[] {
  const quantity = (value: bigint) => shareFact(ofClass, value);
  const free = available(ofClass, balance);
  return [
    ['Authorized', ofClass.isUnlimited ? 'Unlimited' : quantity(balance.authorized)],
    ['Issued', quantity(balance.issued)],
    ['Treasury', quantity(balance.treasury)],
    ['Outstanding', quantity(balance.issued - balance.treasury)],
    ['Reserved', quantity(balance.reserved)],
    ['Available', free],
  ];
}

/** Opening balance plus all lines, compared with the closing balance, which is read separately. */
export function replayGap({ opening, lines, closing }: Chapter): bigint {
  const end = lines.reduce(applied, opening);
  return (['authorized', 'issued', 'treasury', 'reserved'] as const).reduce((sum, name) => {
    const gap = end[name] - closing[name];
    return sum + (gap < 0n ? -gap : gap);
  }, 0n);
}
