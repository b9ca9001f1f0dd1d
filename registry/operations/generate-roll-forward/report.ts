import type { PoolClient } from 'pg';
import { addDays, formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { holderColumn } from '#lib/register/transactions/roll-forward';
import { badField } from '#registry/http/http-error';
import type { SecurityClass } from '#registry/queries/classes';
import { type RestatementRow, restatementsOf } from '#registry/queries/reports/reversals-and-restatements';
import {
  controlMovements,
  holderResiduals,
  type RollPeriod,
  rolledHolders,
  rolledMovements,
} from '#registry/queries/reports/roll-forward';
import type { Cell, Column, ExtraSheet, Fact, Item, ReportDocument, Table } from '#registry/render/document';
import { stamp } from '#registry/render/printed';
import type { Report, SealFacts } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { howToCheck } from '../parts/report/seal-texts.ts';
import { verdictSentence } from '../parts/report/verdict.ts';
import { firstDay, issuerAsOf } from '../parts/request/coverage.ts';
import { checkPeriodFrom } from '../parts/request/scope.ts';
import { accountRows, classIn, printedAccounts, rolledAccounts } from './accounts.ts';
import { type RolledClass, residualsOf, rolledClasses } from './class-rolls.ts';
import {
  classCells,
  classColumns,
  controlBookColumns,
  controlCells,
  controlEntryCells,
  controlEntryColumns,
  holderColumns,
  movementCells,
  movementColumns,
  type TransactionCell,
  transactionCell,
} from './columns.ts';

export const generateRollForward: Report<'GenerateRollForward'> = {
  name: 'RollForward',
  isSealed: true,
  covers: async (db, ctx, input) => {
    const coverage = await issuerAsOf(db, ctx, input.customerIssuerId, 'endDate', input.endDate);
    const [issuer] = coverage.issuers;
    if (!issuer) throw new Error('The report names no issuer.');
    const from = input.startDate ?? firstDay(issuer, coverage.cutoff);
    if (from > coverage.cutoff)
      throw badField('startDate', `must not be later than the last day, ${coverage.cutoff}`);
    checkPeriodFrom(issuer, 'startDate', from);
    return { ...coverage, from };
  },
  document: rollForward,
};

/**
 * From the close before a period to its end, by effective date: every class, every account, every movement and every entry
 * of the control book that moved reserved or authorized shares, with what they do not explain. `client` must be inside a snapshot.
 */
async function rollForward(
  client: PoolClient,
  order: OrderFor<'GenerateRollForward'>,
  seal: SealFacts,
): Promise<ReportDocument> {
  const { cutoff, timeZone } = order;
  const isPdf = order.format === 'pdf';
  const from = order.from ?? cutoff;
  const { issuer, head } = await reportHeader(client, order, [['Dates', 'effective date in the period']]);
  const period: RollPeriod = { issuerId: issuer.id, opening: addDays(from, -1), closing: cutoff };
  const rolled = await rolledClasses(client, issuer, period);
  const classes = new Map(rolled.map(({ ofClass }) => [ofClass.id, ofClass]));
  const residuals = await holderResiduals(client, period);
  const restated = await restatementsOf(client, period, timeZone, restatementsMax + 1);
  const opening: Item = {
    kind: 'facts',
    title: 'Issuer and period',
    facts: [
      ['From the close of', `${formatDate(period.opening)}, ${timeZone}`],
      ['To the close of', `${formatDate(cutoff)}, ${timeZone}`],
      ['Known as of', stamp(order.generatedAt)],
      ['Version of the books', issuer.version.toString()],
    ],
  };
  const accounts = () => rolledAccounts(rolledHolders(client, period, timeZone));
  const listed: Listed = {
    ...{ period, timeZone, classes },
    numbered: transactionCell(order.dashboardUrl, issuer.customerId),
  };
  const movementRows = () => movements(client, listed);
  const entryRows = () => controlEntries(client, listed);
  const bySheet = (name: string, columns: readonly Column[], rows: ExtraSheet['rows']): ExtraSheet => ({
    name,
    columns,
    rows,
  });
  const tables: readonly [Table, ...Table[]] = [
    { id: 'classes', name: 'Classes', columns: classColumns, sectionColumn: 'Class' },
    { id: 'control', name: 'Reserved and authorized', columns: controlBookColumns, sectionColumn: 'Class' },
    ...(isPdf
      ? [
          { id: 'holders', name: 'Holders', columns: holderColumns(isPdf) },
          { id: 'movements', name: 'Movements', columns: movementColumns },
          { id: 'entries', name: 'Control book entries', columns: controlEntryColumns },
        ]
      : []),
  ];
  return {
    ...head,
    title: 'Roll-forward',
    tables,
    ...(isPdf && {
      seal: { reason: `Roll-forward from ${formatDate(period.opening)} to ${formatDate(cutoff)}` },
    }),
    // Long lists are read once for their own sheet only.
    ...(!isPdf && {
      extraSheets: [
        bySheet('Holders', holderColumns(isPdf), () => accountRows(accounts(), classes)),
        bySheet('Movements', movementColumns, movementRows),
        bySheet('Control book entries', controlEntryColumns, entryRows),
      ],
    }),
    open: () => ({
      items: items(),
      closing: async () => ({
        totals: [
          ['Classes', { kind: 'integer', value: rolled.length }],
          ['Accounts by class', { kind: 'integer', value: residuals.positions }],
          ['Accounts with a residual', { kind: 'integer', value: residuals.differing }],
          ...rolled.map(
            ({ ofClass, roll }): Fact => [
              `${ofClass.name}: residual of outstanding`,
              `${formatShares(roll.outstanding.residual ?? 0n)}`,
            ],
          ),
        ],
        proof: {
          label: 'All residuals of classes and accounts, without signs',
          difference: rolled
            .flatMap(residualsOf)
            .reduce((total, one) => total + (one < 0n ? -one : one), residuals.shares),
        },
        verdict: await verdictSentence(client, order, issuer),
        footnotes: [
          'By effective date. A split counts as the shares it adds or takes away: counts before and after it are never added.',
          'Residual: closing as read less closing as computed. Reserved and authorized shares move by the entries of the control book.',
          ...(isPdf
            ? ['Accounts without movement are one line for each class; the workbook lists each of them.']
            : [
                'Opening restated by: what transactions posted after the day of the opening added to it; it is in the opening.',
              ]),
          'Late: processed after the last day of the period. A transfer within one account moves nothing and is listed.',
        ],
      }),
    }),
  };

  async function* items(): AsyncGenerator<Item> {
    yield opening;
    yield restatedOpenings(restated, rolled, period.opening);
    for (const one of rolled) yield* classItems(one, isPdf);
    if (!isPdf) return;
    yield { kind: 'section', table: 'holders', title: 'Holders', page: 'new' };
    yield* printedAccounts(accounts(), classes);
    yield { kind: 'section', table: 'movements', title: 'Movements', page: 'new' };
    for await (const cells of movementRows()) yield { kind: 'row', cells };
    yield { kind: 'section', table: 'entries', title: 'Control book entries', page: 'new' };
    yield* printedEntries(entryRows());
    yield howToCheck(seal);
  }
}

/** Rows of late postings that are read for the memo. */
const restatementsMax = 5_000;
/** Transactions that a memo names. */
const namedInMemo = 20;

/** A memo line for each class: by which late postings its opening is not what it was on its day. */
function restatedOpenings(
  rows: readonly RestatementRow[],
  rolled: readonly RolledClass[],
  opening: string,
): Item {
  const byClass = Map.groupBy(rows.slice(0, restatementsMax), ({ class_id }) => class_id);
  const isWhole = rows.length <= restatementsMax;
  return {
    kind: 'facts',
    title: `Openings restated by transactions posted after ${formatDate(opening)}`,
    facts: rolled.map(
      ({ ofClass }): Fact => [ofClass.name, restatedText(byClass.get(ofClass.id) ?? [], isWhole)],
    ),
  };
}

function restatedText(rows: readonly RestatementRow[], isWhole: boolean): string {
  if (rows.length === 0) return isWhole ? 'Not restated' : 'Not known: too many late postings';
  const named = rows
    .slice(0, namedInMemo)
    .map(
      ({ number, effective_on, processed_on, net, accounts }) =>
        `${number} (effective ${formatDate(effective_on)}, posted ${formatDate(processed_on)}: ${net > 0n ? '+' : ''}${formatShares(net)} outstanding, ${formatShares(accounts)} ${accounts === 1n ? 'account' : 'accounts'})`,
    );
  const more = rows.length - named.length;
  return `By ${named.join('; ')}${more > 0 ? `; and ${formatShares(more)}${isWhole ? '' : ' or'} more` : ''}`;
}

function* classItems({ ofClass, roll, reserved, authorized }: RolledClass, isPdf: boolean): Generator<Item> {
  yield { kind: 'section', table: 'classes', title: ofClass.name };
  yield { kind: 'row', cells: classCells('Outstanding', ofClass, roll.outstanding) };
  yield { kind: 'row', cells: classCells('Issued', ofClass, roll.issued) };
  yield { kind: 'row', cells: classCells('Treasury', ofClass, roll.treasury) };
  yield { kind: 'row', cells: classCells('Restricted', ofClass, roll.restricted) };
  const title = isPdf ? `${ofClass.name}: reserved and authorized` : ofClass.name;
  yield { kind: 'section', table: 'control', title };
  yield { kind: 'row', cells: controlCells('Reserved', ofClass, reserved) };
  if (authorized) yield { kind: 'row', cells: controlCells('Authorized', ofClass, authorized) };
}

/** What both lists need besides their rows. */
type Listed = {
  period: RollPeriod;
  timeZone: string;
  classes: ReadonlyMap<bigint, SecurityClass>;
  numbered: TransactionCell;
};

async function* movements(
  client: PoolClient,
  { period, timeZone, classes, numbered }: Listed,
): AsyncGenerator<Cell[]> {
  for await (const row of rolledMovements(client, period, timeZone))
    yield movementCells(
      row,
      classIn(classes, row.class_id),
      holderColumn(row.kind, row.shares),
      period.closing,
      numbered,
    );
}

async function* controlEntries(
  client: PoolClient,
  { period, timeZone, classes, numbered }: Listed,
): AsyncGenerator<Cell[]> {
  for await (const row of controlMovements(client, period, timeZone))
    yield controlEntryCells(row, classIn(classes, row.class_id), period.closing, numbered);
}

/** The list says that it is empty: the facts below it would be taken for its rows. */
async function* printedEntries(rows: AsyncIterable<Cell[]>): AsyncGenerator<Item> {
  let isEmpty = true;
  for await (const cells of rows) {
    isEmpty = false;
    yield { kind: 'row', cells };
  }
  if (isEmpty)
    yield {
      kind: 'letter',
      lines: ['No entry of the control book moved reserved or authorized shares in the period.'],
    };
}
