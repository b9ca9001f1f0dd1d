import type { PoolClient } from 'pg';
import { addDays, formatNumericDate } from '#lib/format/dates';
import { kindOf } from '#lib/proof/verdict';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { noForms, positionForms } from '#registry/queries/position-forms';
import {
  type ControlBalance,
  classParValues,
  controlBalances,
  controlLines,
  noControl,
  openDifferences,
  transferMonths,
} from '#registry/queries/reports/control-lines';
import type { Fact, Item, ReportDocument } from '#registry/render/document';
import { shareFact } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { verdictFor } from '../parts/report/verdict.ts';
import { period } from '../parts/request/coverage.ts';
import { checkBooksFrom, issuerInScope } from '../parts/request/scope.ts';
import { applied, available, type BookLine, bookCells, bookColumns, bookLines } from './lines.ts';
import {
  bookGap,
  differenceCells,
  differenceColumns,
  magnitude,
  type Reconciliation,
  reconciliationFacts,
} from './reconciliation.ts';

export const generateControlBook: Report<'GenerateControlBook'> = {
  name: 'ControlBook',
  covers: async (db, ctx, input) => {
    const days = period(ctx, input.startDate, input.endDate);
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    // The opening balances are those of the day before.
    checkBooksFrom(issuer, 'startDate', addDays(days.from, -1));
    return { ...days, issuers: [issuer] };
  },
  document: controlBook,
};

type Chapter = {
  ofClass: SecurityClass;
  parValue: string | null;
  opening: ControlBalance;
  lines: readonly BookLine[];
  closing: ControlBalance;
  box: Reconciliation;
};

/**
 * The control book of a period, by class: opening balances, every change of authorized and issued shares,
 * closing balances, and the reconciliation to the register.
 */
async function controlBook(
  client: PoolClient,
  order: OrderFor<'GenerateControlBook'>,
): Promise<ReportDocument> {
  const { cutoff } = order;
  const from = order.from ?? cutoff;
  const isPdf = order.format === 'pdf';
  const { issuer, head } = await reportHeader(client, order, []);
  const classes = await classesOf(client, issuer.id, cutoff);
  const parValues = await classParValues(client, issuer.id);
  const opening = await controlBalances(client, issuer.id, addDays(from, -1));
  const closing = await controlBalances(client, issuer.id, cutoff);
  const lines = await controlLines(client, issuer.id, from, cutoff, order.timeZone);
  const entries = Map.groupBy(lines, (line) => line.class_id);
  const months = Map.groupBy(await transferMonths(client, issuer.id, from, cutoff), (each) => each.class_id);
  const forms = await positionForms(client, issuer.id, cutoff);
  const differences = Map.groupBy(await openDifferences(client, issuer.id, cutoff), (each) => each.class_id);
  const verdict = await verdictFor(client, order, issuer);
  const chapters = classes.map((ofClass): Chapter => {
    const { id } = ofClass;
    const atEnd = closing.get(id) ?? noControl;
    return {
      ofClass,
      parValue: parValues.get(id) ?? null,
      opening: opening.get(id) ?? noControl,
      lines: bookLines(entries.get(id) ?? [], months.get(id) ?? [], cutoff),
      closing: atEnd,
      box: {
        ofClass,
        control: atEnd,
        register: forms.get(id) ?? noForms,
        differences: differences.get(id) ?? [],
        verdict: kindOf(verdict, ofClass.name),
      },
    };
  });
  return {
    ...head,
    title: 'Control book',
    tables: [
      { id: 'lines', name: 'Control book', columns: bookColumns(isPdf), sectionColumn: 'Class' },
      { id: 'differences', name: 'Record differences', columns: differenceColumns, sectionColumn: 'Class' },
    ],
    emptyText: 'No open record differences',
    open: () => ({
      items: chapters.values().flatMap((chapter) => chapterItems(chapter, from, cutoff, isPdf)),
      closing: () => ({
        totals: chapters.flatMap(({ ofClass, closing: atEnd }): Fact[] => [
          [`${ofClass.name}: issued`, shareFact(ofClass, atEnd.issued)],
          [`${ofClass.name}: outstanding`, shareFact(ofClass, atEnd.issued - atEnd.treasury)],
        ]),
        proof: {
          label: 'Difference to the register and within the book',
          difference: chapters.reduce(
            (sum, each) => sum + magnitude(bookGap(each.box)) + replayGap(each),
            0n,
          ),
        },
        verdict: verdict.sentence,
        footnotes: [
          'Transfers net to zero and stand in one line per month; the transaction list has each of them.',
          'Posted late: more than five business days after the effective date.',
        ],
      }),
    }),
  };
}

function* chapterItems(chapter: Chapter, from: string, to: string, isPdf: boolean): Generator<Item> {
  const { ofClass, lines, opening, closing, box } = chapter;
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
  for (const each of box.differences) yield { kind: 'row', cells: differenceCells(each, box, to) };
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
function replayGap({ opening, lines, closing }: Chapter): bigint {
  const end = lines.reduce(applied, opening);
  return (['authorized', 'issued', 'treasury', 'reserved'] as const).reduce((sum, name) => {
    const gap = end[name] - closing[name];
    return sum + (gap < 0n ? -gap : gap);
  }, 0n);
}
