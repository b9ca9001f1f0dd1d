import type { PoolClient } from 'pg';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { type AgentAddress, agentAddress } from '#registry/queries/reports/agent-address';
import {
  type CertificateRow,
  certificatesByHolder,
  type RegisterSelection,
} from '#registry/queries/reports/certificates-by-holder';
import { controlOutstanding } from '#registry/queries/reports/control-balances';
import { drsEligible } from '#registry/queries/reports/drs-rows';
import type { Cell, Column, Fact, Item, ReportDocument } from '#registry/render/document';
import {
  accountTypeText,
  certificateName,
  formText,
  registration,
  restrictionText,
  stopText,
} from '../parts/display-text.ts';
import {
  brokerGuidance,
  type HeldShares,
  legendCells,
  legendColumns,
  sharesByLegend,
} from '../parts/report/broker-guidance.ts';
import { date, shareCell, shareFact, shares, text } from '../parts/report/columns.ts';
import { controlBookProof } from '../parts/report/control-book-proof.ts';
import { classFilter, securityFilter } from '../parts/report/filters.ts';
import type { Report } from '../parts/report/generate.ts';
import { legendTexts } from '../parts/report/legends.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { type ListGroup, listGroups, outstandingAt } from '../parts/report/shareholder-groups.ts';
import { agentLines, letterLines, mailLines, maskedTaxId } from '../parts/report/statement-parts.ts';
import { verdictSentence } from '../parts/report/verdict.ts';
import { issuerAsOf } from '../parts/request/coverage.ts';

export const generateHoldingsStatement: Report<'GenerateHoldingsStatement'> = {
  name: 'HoldingsStatement',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'Cutoff', input.Cutoff),
  isUrgent: (input) => input.customerShareholderId !== undefined,
  document: holdingsStatement,
};

/** All groups of one holder, printed as one statement. */
type Statement = { holder: CertificateRow; groups: ListGroup[] };
type Sums = { certificated: bigint; bookEntry: bigint; restricted: bigint };

const notice =
  'This statement is a record of holdings on the date given. It is not a negotiable instrument and no valuation, and its delivery transfers no rights.';

/** Holdings of one account, or of every account on a separate page, in name order. */
async function holdingsStatement(
  client: PoolClient,
  order: OrderFor<'GenerateHoldingsStatement'>,
): Promise<ReportDocument> {
  const { input, cutoff } = order;
  const isPdf = order.format === 'pdf';
  const { issuer, head } = await reportHeader(client, order, [
    securityFilter(input.filterSecurityType),
    ['Certificates', input.Status],
    ...(input.customerShareholderId ? [['Account', input.customerShareholderId] as const] : []),
  ]);
  const agent = await agentAddress(client);
  const classes = await classesOf(client, issuer.id, cutoff, classFilter(input.filterSecurityType));
  const byId = new Map(classes.map((each) => [each.id, each]));
  const eligible = await drsEligible(client, issuer.id);
  const book = await controlOutstanding(client, issuer.id, cutoff);
  const isWhole = !input.customerShareholderId && input.Status !== 'Canceled';
  const selection: RegisterSelection = {
    issuerId: issuer.id,
    cutoff,
    classIds: classes.map((each) => each.id),
    customerShareholderId: input.customerShareholderId,
    prefix: undefined,
    certificates: input.Status,
    restriction: 'All',
    address: 'All',
  };
  return {
    ...head,
    title: 'Holdings statement',
    paper: { layout: 'portrait' },
    isSent: true,
    tables: [
      {
        id: 'classes',
        name: 'Holdings',
        columns: isPdf ? classColumns : [...holderColumns, ...classColumns],
      },
      {
        id: 'certificates',
        name: 'Certificates',
        columns: isPdf ? certificateColumns : [...accountColumns, ...certificateColumns],
      },
      {
        id: 'legends',
        name: 'By legend',
        columns: isPdf ? legendColumns : [...accountColumns, ...legendColumns],
      },
    ],
    open: () => {
      const totals = new Map<bigint, bigint>();
      let count = 0;
      return {
        items: items(),
        closing: async () => ({
          apart: true,
          ...(isWhole && {
            proof: controlBookProof(book, classes, (id) => totals.get(id) ?? 0n),
            verdict: await verdictSentence(client, order, issuer),
          }),
          totals:
            count === 1 && !isWhole
              ? []
              : [
                  ['Statements', count],
                  ...classes.map(
                    (each): Fact => [`${each.name}: outstanding`, shareFact(each, totals.get(each.id) ?? 0n)],
                  ),
                ],
        }),
      };

      async function* items(): AsyncGenerator<Item> {
        for await (const statement of statements(listGroups(certificatesByHolder(client, selection)))) {
          count += 1;
          yield* statementItems(statement, totals);
        }
      }
    },
  };

  function* statementItems(statement: Statement, totals: Map<bigint, bigint>): Generator<Item> {
    const { holder, groups } = statement;
    yield* heading(holder, agent);
    const lead: Cell[] = isPdf ? [] : holderCells(holder);
    for (const group of groups) {
      const ofClass = classOf(group);
      const sums = sumsOf(group);
      const total = sums.certificated + sums.bookEntry;
      totals.set(ofClass.id, (totals.get(ofClass.id) ?? 0n) + total);
      const quantity = (value: bigint) => shareCell(ofClass, value);
      yield {
        kind: 'row',
        cells: [
          ...lead,
          ofClass.name,
          ofClass.cusip,
          quantity(sums.certificated),
          quantity(sums.bookEntry),
          quantity(total),
          quantity(sums.restricted),
        ],
      };
    }
    yield { kind: 'section', table: 'certificates', title: 'Certificates and book-entry positions' };
    const account: Cell[] = isPdf ? [] : [holder.customer_id];
    for (const group of groups) {
      const ofClass = classOf(group);
      for (const row of group.certificates) {
        yield { kind: 'row', cells: [...account, ...certificateCells(row, ofClass)] };
      }
    }
    const held = groups.map((group) => ({ ofClass: classOf(group), held: heldShares(group) }));
    if (held.some((each) => each.held.length > 0))
      yield { kind: 'section', table: 'legends', title: 'Shares by legend' };
    for (const each of held) {
      for (const sum of sharesByLegend(each.held))
        yield { kind: 'row', cells: [...account, ...legendCells(sum, each.ofClass)] };
    }
    const codes = groups.flatMap(({ certificates }) => certificates.map((row) => row.restriction));
    const guidance = held.flatMap((each) =>
      brokerGuidance(each.held, each.ofClass, eligible.has(each.ofClass.id), holder.customer_id, agent),
    );
    yield { kind: 'letter', lines: [...legendTexts(codes), ...guidance, notice] };
  }

  function classOf({ classId }: ListGroup): SecurityClass {
    const found = byId.get(classId);
    if (!found) throw new Error('A certificate belongs to a class the issuer does not have.');
    return found;
  }

  function sumsOf({ certificates }: ListGroup): Sums {
    const sums = { certificated: 0n, bookEntry: 0n, restricted: 0n };
    for (const row of certificates) {
      if (!outstandingAt(row, cutoff)) continue;
      sums[row.form === 'Certificate' ? 'certificated' : 'bookEntry'] += row.shares;
      if (row.restriction !== 'N') sums.restricted += row.shares;
    }
    return sums;
  }

  function heldShares({ certificates }: ListGroup): HeldShares[] {
    return certificates
      .filter((row) => outstandingAt(row, cutoff))
      .map(({ form, restriction, shares: quantity, stops }) => ({
        form,
        restriction,
        shares: quantity,
        isStopped: stops !== null,
      }));
  }

  function certificateCells(row: CertificateRow, ofClass: SecurityClass): Cell[] {
    return [
      certificateName(row.prefix, row.number),
      ofClass.name,
      formText(row.form),
      row.issued_on,
      outstandingAt(row, cutoff) ? null : row.canceled_on,
      shareCell(ofClass, row.shares),
      restrictionText(row.restriction),
      stopText(row.stops),
    ];
  }
}

async function* statements(groups: AsyncIterable<ListGroup>): AsyncGenerator<Statement> {
  let statement: Statement | undefined;
  for await (const group of groups) {
    if (statement && statement.holder.holder_id === group.holder.holder_id) {
      statement.groups.push(group);
      continue;
    }
    if (statement) yield statement;
    statement = { holder: group.holder, groups: [group] };
  }
  if (statement) yield statement;
}

function* heading(holder: CertificateRow, agent: AgentAddress): Generator<Item> {
  yield { kind: 'section', table: 'classes', title: `Account ${holder.customer_id}`, page: 'titled' };
  yield { kind: 'letter', lines: agentLines(agent) };
  yield { kind: 'letter', lines: letterLines(holder), strong: true };
  yield {
    kind: 'facts',
    pdfOnly: true,
    facts: [
      ['Account', holder.customer_id],
      ['Account type', accountTypeText(holder.account_type)],
      ['Tax id', maskedTaxId(holder.primary_tax_id_type, holder.primary_tax_id)],
    ],
  };
}

const accountColumns: readonly Column[] = [text('Account', 12)];
const holderColumns: readonly Column[] = [
  ...accountColumns,
  text('Registration', 36),
  text('Mailing address', 40),
  text('Account type', 18),
  text('Tax id', 13),
];
const classColumns: readonly Column[] = [
  text('Class', 22),
  text('CUSIP', 11),
  shares('Certificated', 12),
  shares('Book entry', 12),
  shares('Total', 12),
  shares('Of which restricted', 12),
];
const certificateColumns: readonly Column[] = [
  text('Number', 11),
  text('Class', 17),
  text('Form', 12),
  date('Issued', 11),
  date('Canceled', 11),
  shares('Shares', 12),
  text('Restriction', 13),
  text('Stop', 16),
];

function holderCells(holder: CertificateRow): Cell[] {
  return [
    holder.customer_id,
    registration(holder),
    mailLines(holder).join(', '),
    accountTypeText(holder.account_type),
    maskedTaxId(holder.primary_tax_id_type, holder.primary_tax_id),
  ];
}
