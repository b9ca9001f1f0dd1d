import type { PoolClient } from 'pg';
import { businessDaysBetween } from '#lib/format/business-days';
import { formatNumericDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { HttpError, notFound } from '#registry/http/http-error';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { transactionNumber } from '#registry/queries/journal';
import {
  findTransaction,
  type TransactionCertificate,
  type TransactionMove,
  type TransactionRecord,
  transactionCertificates,
  transactionMoves,
  transactionRestrictions,
} from '#registry/queries/reports/transaction-details';
import type { Cell, Column, Fact, Item, ReportDocument } from '#registry/render/document';
import {
  certificateName,
  formText,
  registration,
  restrictionText,
  transactionTypeText,
} from '../parts/display-text.ts';
import { date, shareCell, shareFact, shares, text } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import { legendTexts } from '../parts/report/legends.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { issuerOfObject } from '../parts/request/coverage.ts';

/** Only completed transactions have details; always a PDF. */
export const generateTransactionDetails: Report<'GenerateTransactionDetails'> = {
  name: 'TransactionDetails',
  format: 'pdf',
  isUrgent: () => true,
  linkPath: '/api/v1/Transaction/GenerateTransactionDetails',
  covers: async (db, ctx, input) => {
    const id = BigInt(input.controlTransactionId);
    const issuer = await issuerOfObject(db, ctx, 'The transaction', id);
    const txn = await findTransaction(db, issuer.id, id, ctx.clock.timeZone);
    if (!txn) throw notFound('The transaction');
    if (txn.status !== 'Completed') {
      const text = `Only completed transactions have details; this one is ${txn.status}.`;
      throw new HttpError(400, text, {
        errors: { controlTransactionId: [`is ${txn.status}, not Completed`] },
      });
    }
    return { issuers: [issuer], cutoff: ctx.clock.today() };
  },
  document: transactionDetails,
};

const certificateColumns: readonly Column[] = [
  text('Certificate', 12),
  text('Account', 12),
  text('Registration', 36),
  text('Class', 18),
  text('Form', 13),
  text('Restriction', 16),
  date('Issued', 10),
  shares('Shares', 13),
];

const proofColumns: readonly Column[] = [
  text('Class', 24),
  shares('Surrendered', 13),
  shares('Issued', 13),
  shares('Net', 13),
  shares('Net by control book', 14),
  text('Factor or ratio', 14),
];

/** The details of one completed transaction. */
async function transactionDetails(
  client: PoolClient,
  order: OrderFor<'GenerateTransactionDetails'>,
): Promise<ReportDocument> {
  const { issuer, head } = await reportHeader(client, order, []);
  const id = BigInt(order.input.controlTransactionId);
  const txn = await findTransaction(client, issuer.id, id, order.timeZone);
  if (!txn) throw new Error('The transaction of the report is gone.');
  const classes = new Map((await classesOf(client, issuer.id, order.cutoff)).map((each) => [each.id, each]));
  const moves = await transactionMoves(client, issuer.id, id);
  const restrictions = await transactionRestrictions(client, issuer.id, id);
  return {
    ...head,
    title: 'Transaction details',
    asOfLine: `Transaction ${transactionNumber(txn)}, effective ${formatNumericDate(txn.effective_on)}`,
    tables: [
      { id: 'surrendered', name: 'Surrendered', columns: certificateColumns },
      { id: 'issued', name: 'Issued', columns: certificateColumns },
      { id: 'proof', name: 'Proof', columns: proofColumns },
    ],
    emptyText: 'None',
    open: () => ({
      items: items(),
      closing: () => ({
        totals: moves.flatMap((move): Fact[] => {
          const ofClass = classOf(move.class_id);
          return [
            [`${ofClass.name}: surrendered`, shareFact(ofClass, move.canceled)],
            [`${ofClass.name}: issued`, shareFact(ofClass, move.issued)],
          ];
        }),
        proof: {
          label: 'Difference of certificates to the control book',
          difference: moves.reduce((sum, { issued, canceled, book }) => {
            const gap = issued - canceled - book;
            return sum + (gap < 0n ? -gap : gap);
          }, 0n),
        },
        footnotes: legendTexts(restrictions.map((each) => each.restriction)),
      }),
    }),
  };

  function classOf(classId: bigint): SecurityClass {
    const found = classes.get(classId);
    if (!found) throw new Error('The transaction moved a class its issuer does not have.');
    return found;
  }

  async function* items(): AsyncGenerator<Item> {
    yield {
      kind: 'facts',
      title: 'Transaction',
      facts: recordFacts(txn as TransactionRecord, head.agentName),
    };
    const change = restrictionChange(restrictions);
    if (change.length > 0) yield { kind: 'facts', title: 'Restrictions', facts: change };
    yield { kind: 'section', table: 'surrendered', title: 'Surrendered' };
    for await (const row of transactionCertificates(client, issuer.id, id, 'canceled_txn')) {
      yield { kind: 'row', cells: certificateCells(row, classOf(row.class_id)) };
    }
    yield { kind: 'section', table: 'issued', title: 'Issued' };
    for await (const row of transactionCertificates(client, issuer.id, id, 'issued_txn')) {
      yield { kind: 'row', cells: certificateCells(row, classOf(row.class_id)) };
    }
    yield { kind: 'section', table: 'proof', title: 'Proof by class' };
    for (const move of moves) {
      yield { kind: 'row', cells: proofCells(move, classOf(move.class_id), txn as TransactionRecord) };
    }
  }
}

function recordFacts(txn: TransactionRecord, agent: string): Fact[] {
  const createdBy = [
    [txn.created_by_first_name, txn.created_by_last_name].filter(Boolean).join(' '),
    txn.created_by_email,
  ];
  const facts: Fact[] = [
    ['Transaction', transactionNumber(txn).toString()],
    ['Registry number', txn.id.toString()],
    ['Type', [transactionTypeText(txn.kind), txn.sub_kind].filter(Boolean).join(' – ')],
    ['Status', txn.status],
    ['Received', { kind: 'date', value: txn.received_on }],
    ['Processed', { kind: 'date', value: txn.processed_on }],
    ['Effective', { kind: 'date', value: txn.effective_on }],
    ['Completed', { kind: 'date', value: txn.completed_on }],
    [
      'Turnaround, business days',
      businessDaysBetween(txn.counted_from, txn.completed_on ?? txn.counted_from),
    ],
    ['Agent or presentor', txn.presentor || agent],
    ['Authority', txn.authority],
    ['Invoice', txn.invoice_number?.toString() ?? ''],
    ['Charge', { kind: 'money', value: txn.charge_amount }],
    ['Created by', createdBy.filter(Boolean).join(', ')],
    ['Documents received', txn.documents],
    ['Delivery', txn.delivery],
    ['Fractions', txn.fractional_type],
    ['Cash for fractions', /[1-9]/.test(txn.cash_paid) ? { kind: 'money', value: txn.cash_paid } : ''],
    ['Comments', txn.comments],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** Restrictions before and after, when they differ (legend removal or placement). */
function restrictionChange(
  restrictions: readonly { is_issued: boolean; restriction: string; shares: bigint }[],
): Fact[] {
  const side = (isIssued: boolean) =>
    restrictions
      .filter((each) => each.is_issued === isIssued)
      .map((each) => `${restrictionText(each.restriction) || 'Unrestricted'} ${formatShares(each.shares)}`);
  const codes = (isIssued: boolean) =>
    restrictions.flatMap((each) => (each.is_issued === isIssued ? each.restriction : [])).join();
  const [before, after] = [side(false), side(true)];
  if (before.length === 0 || after.length === 0 || codes(false) === codes(true)) return [];
  return [
    ['Surrendered', before.join('; ')],
    ['Issued', after.join('; ')],
  ];
}

function certificateCells(row: TransactionCertificate, ofClass: SecurityClass): Cell[] {
  return [
    certificateName(row.prefix, row.number),
    row.customer_id,
    [...registration(row), row.is_treasury ? '(treasury)' : ''],
    ofClass.name,
    formText(row.form),
    restrictionText(row.restriction),
    row.issued_on,
    shareCell(ofClass, row.shares),
  ];
}

function proofCells(move: TransactionMove, ofClass: SecurityClass, txn: TransactionRecord): Cell[] {
  return [
    ofClass.name,
    shareCell(ofClass, move.canceled),
    shareCell(ofClass, move.issued),
    shareCell(ofClass, move.issued - move.canceled),
    shareCell(ofClass, move.book),
    factorText(move, txn),
  ];
}

/** A conversion's factor per target class; for a split or stock dividend its ratio. */
function factorText(move: TransactionMove, txn: TransactionRecord): string {
  if (move.numerator !== null && move.denominator !== null) return `× ${move.numerator}/${move.denominator}`;
  if (txn.ratio_numerator === null || txn.ratio_denominator === null) return '';
  const between = txn.kind === 'D' ? ' per ' : ' for ';
  return `${txn.ratio_numerator}${between}${txn.ratio_denominator}`;
}
