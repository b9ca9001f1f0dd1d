import type { PoolClient } from 'pg';
import { addDays, formatNumericDate } from '#lib/format/dates';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { noForms, type PositionForms, positionForms } from '#registry/queries/position-forms';
import { type AgentAddress, agentAddress } from '#registry/queries/reports/agent-address';
import { type DrsRow, type DrsSelection, drsRows } from '#registry/queries/reports/drs-rows';
import type { Cell, Column, Fact, Item, ReportDocument } from '#registry/render/document';
import { registration } from '../parts/display-text.ts';
import {
  brokerGuidance,
  legendCells,
  legendColumns,
  sharesByLegend,
} from '../parts/report/broker-guidance.ts';
import { date, shareCell, shareFact, shares, text, yesNo } from '../parts/report/columns.ts';
import { classFilter, securityFilter } from '../parts/report/filters.ts';
import type { Report } from '../parts/report/generate.ts';
import { legendTexts } from '../parts/report/legends.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { agentLines, letterLines, mailLines, maskedTaxId } from '../parts/report/statement-parts.ts';
import { issuerAsOf } from '../parts/request/coverage.ts';
import { type DrsPosition, drsPositions } from './positions.ts';

export const generateDrsStatement: Report<'GenerateDRSStatement'> = {
  name: 'DRSStatement',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
  isUrgent: (input) => input.customerShareholderId !== undefined,
  document: drsStatement,
};

const movementColumns: readonly Column[] = [
  date('Date', 11),
  text('Description', 32),
  text('Position', 14),
  shares('Shares ±', 14),
  shares('Balance', 14),
];
const positionColumns: readonly Column[] = [
  text('Account', 12),
  text('Registration', 36),
  text('Mailing address', 40),
  text('Tax id', 13),
  yesNo('Tax id certified', 11),
  text('Class', 22),
  text('CUSIP', 11),
  shares('Beginning book entry', 13),
  shares('Closing book entry', 13),
  shares('Of which plan', 11),
  shares('Certificated', 13),
  shares('Total', 13),
];

/** Book-entry positions of registered holders from the start of the year to a date, one page each. */
async function drsStatement(
  client: PoolClient,
  order: OrderFor<'GenerateDRSStatement'>,
): Promise<ReportDocument> {
  const { input, cutoff } = order;
  const from = `${cutoff.slice(0, 4)}-01-01`;
  const isPdf = order.format === 'pdf';
  const { issuer, head } = await reportHeader(client, order, [
    securityFilter(input.filterSecurityType),
    ...(input.customerShareholderId ? [['Account', input.customerShareholderId] as const] : []),
  ]);
  const agent = await agentAddress(client);
  const classes = await classesOf(client, issuer.id, cutoff, classFilter(input.filterSecurityType));
  const byId = new Map(classes.map((each) => [each.id, each]));
  const forms = await positionForms(client, issuer.id, cutoff);
  const selection: DrsSelection = {
    issuerId: issuer.id,
    from,
    cutoff,
    classIds: classes.map((each) => each.id),
    customerShareholderId: input.customerShareholderId,
  };
  const movements = {
    id: 'movements',
    name: 'Movements',
    columns: isPdf ? movementColumns : [text('Account', 12), text('Class', 20), ...movementColumns],
  };
  const positions = { id: 'positions', name: 'Positions', columns: positionColumns };
  const legends = {
    id: 'legends',
    name: 'By legend',
    columns: isPdf ? legendColumns : [text('Account', 12), ...legendColumns],
  };
  return {
    ...head,
    title: 'Direct Registration statement',
    asOfLine: `Statement date ${formatNumericDate(cutoff)}, movements from ${formatNumericDate(from)}`,
    paper: { layout: 'portrait' },
    isSent: true,
    emptyText: 'No book-entry position',
    tables: isPdf ? [movements, legends] : [positions, movements, legends],
    open: () => {
      const totals = new Map<bigint, bigint>();
      let count = 0;
      return {
        items: items(),
        closing: () => ({
          apart: true,
          ...(!input.customerShareholderId && {
            proof: { label: 'Difference to the register', difference: registerGap(classes, forms, totals) },
          }),
          totals:
            count <= 1 && input.customerShareholderId
              ? []
              : [
                  ['Statements', count],
                  ...classes.map(
                    (each): Fact => [
                      `${each.name}: registered book-entry shares`,
                      shareFact(each, totals.get(each.id) ?? 0n),
                    ],
                  ),
                ],
        }),
      };

      async function* items(): AsyncGenerator<Item> {
        for await (const position of drsPositions(drsRows(client, selection), from, cutoff)) {
          const ofClass = byId.get(position.classId);
          if (!ofClass) throw new Error('A certificate belongs to a class the issuer does not have.');
          count += 1;
          totals.set(ofClass.id, (totals.get(ofClass.id) ?? 0n) + position.closing);
          yield* isPdf ? page(position, ofClass, agent, from) : sheetRows(position, ofClass);
        }
      }
    },
  };
}

/**
 * The closing shares of all statements less the register's book entry without nominees, as a sum of absolute
 * differences.
 */
function registerGap(
  classes: readonly SecurityClass[],
  forms: ReadonlyMap<bigint, PositionForms>,
  totals: ReadonlyMap<bigint, bigint>,
): bigint {
  return classes.reduce((sum, { id }) => {
    const { bookEntry, nominee, nomineePaper } = forms.get(id) ?? noForms;
    const gap = (totals.get(id) ?? 0n) - (bookEntry - (nominee - nomineePaper));
    return sum + (gap < 0n ? -gap : gap);
  }, 0n);
}

function* page(
  position: DrsPosition,
  ofClass: SecurityClass,
  agent: AgentAddress,
  from: string,
): Generator<Item> {
  const { holder } = position;
  const quantity = (value: bigint) => shareFact(ofClass, value);
  yield {
    kind: 'section',
    table: 'movements',
    title: `Account ${holder.customer_id}, ${ofClass.name}`,
    page: 'titled',
  };
  yield { kind: 'letter', lines: agentLines(agent) };
  yield { kind: 'letter', lines: letterLines(holder), strong: true };
  yield {
    kind: 'facts',
    facts: [
      ['Account', holder.customer_id],
      ['Class', ofClass.name],
      ['CUSIP', ofClass.cusip || 'None'],
      ['Tax id', maskedTaxId(holder.primary_tax_id_type, holder.primary_tax_id)],
      ['Tax certification', holder.tax_certified ? 'Certified' : 'Not certified'],
      [`Balance on ${formatNumericDate(addDays(from, -1))}`, quantity(position.opening)],
    ],
  };
  for (const each of position.movements) yield { kind: 'row', cells: movementCells(each, ofClass) };
  if (position.movements.length === 0) yield { kind: 'letter', lines: ['No movements in the period.'] };
  yield {
    kind: 'facts',
    title: 'Closing position',
    facts: [
      ['Book-entry shares', quantity(position.closing)],
      ['Of which plan shares', quantity(position.plan)],
      ['Certificated shares', quantity(position.certificated)],
      ['Total', quantity(position.closing + position.certificated)],
    ],
  };
  const byLegend = sharesByLegend(position.held);
  if (byLegend.length > 0) yield { kind: 'section', table: 'legends', title: 'Shares by legend' };
  for (const sum of byLegend) yield { kind: 'row', cells: legendCells(sum, ofClass) };
  const restrictions = position.held.map(({ restriction }) => restriction);
  yield { kind: 'letter', lines: [...legendTexts(restrictions), ...guidance(position, ofClass, agent)] };
}

/** How to move or sell the shares, what a broker needs, and the legal nature of the statement. */
function guidance({ holder, held }: DrsPosition, ofClass: SecurityClass, agent: AgentAddress): string[] {
  return [
    ...brokerGuidance(held, ofClass, holder.is_drs_eligible, holder.customer_id, agent),
    `To sell or transfer shares, or to ask for a certificate where the issuer provides them, write to ${agent.name} or call ${agent.phone}.`,
    'The issuer will furnish without charge, on request, the rights, preferences and limits of each class of its shares.',
    'This statement is a record of book-entry ownership. It is neither a negotiable instrument nor a security, and its delivery transfers no rights.',
  ];
}

function* sheetRows(position: DrsPosition, ofClass: SecurityClass): Generator<Item> {
  const { holder } = position;
  const quantity = (value: bigint) => shareCell(ofClass, value);
  yield { kind: 'section', table: 'positions' };
  yield {
    kind: 'row',
    cells: [
      ...holderCells(holder),
      ofClass.name,
      ofClass.cusip,
      quantity(position.opening),
      quantity(position.closing),
      quantity(position.plan),
      quantity(position.certificated),
      quantity(position.closing + position.certificated),
    ],
  };
  yield { kind: 'section', table: 'movements' };
  for (const each of position.movements) {
    yield { kind: 'row', cells: [holder.customer_id, ofClass.name, ...movementCells(each, ofClass)] };
  }
  yield { kind: 'section', table: 'legends' };
  for (const sum of sharesByLegend(position.held)) {
    yield { kind: 'row', cells: [holder.customer_id, ...legendCells(sum, ofClass)] };
  }
}

function holderCells(holder: DrsRow): Cell[] {
  return [
    holder.customer_id,
    registration(holder),
    mailLines(holder).join(', '),
    maskedTaxId(holder.primary_tax_id_type, holder.primary_tax_id),
    holder.tax_certified,
  ];
}

function movementCells(each: DrsPosition['movements'][number], ofClass: SecurityClass): Cell[] {
  return [
    each.day,
    each.description,
    each.position,
    shareCell(ofClass, each.change),
    shareCell(ofClass, each.balance),
  ];
}
