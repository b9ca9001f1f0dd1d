// Columns and cells of the tables of a roll-forward.

import { transactionPath } from '#lib/format/page-path';
import { type ControlRoll, controlColumns, controlTitles } from '#lib/register/transactions/roll-control';
import {
  holderRollColumns,
  type Roll,
  type RollColumn,
  rollColumns,
  rollTitles,
} from '#lib/register/transactions/roll-forward';
import type { SecurityClass } from '#registry/queries/classes';
import { type ControlMovement, namedMax, type RolledMovement } from '#registry/queries/reports/roll-forward';
import type { Cell, Column } from '#registry/render/document';
import { registration, transactionTypeText } from '../parts/display-text.ts';
import { date, money, shareCell, shares, text, yesNo } from '../parts/report/columns.ts';

const between = (titles: readonly string[]): Column[] => [
  shares('Opening', 12),
  ...titles.map((title) => shares(title, 10)),
  shares('Closing computed', 12),
  shares('Closing read', 12),
  shares('Residual', 8),
];

export const classColumns: readonly Column[] = [
  text('Shares', 12),
  ...between(rollColumns.map((column) => rollTitles[column])),
];

export const controlBookColumns: readonly Column[] = [
  text('Shares', 12),
  ...between(controlColumns.map((column) => controlTitles[column])),
];

/** Columns of the workbook alone: on paper they would leave no width for the names. */
const wideOnly: ReadonlySet<string> = new Set(['Restricted at the opening', 'Opening restated by']);

const allHolderColumns: readonly Column[] = [
  text('Account', 18),
  text('Registration', 40),
  text('Class', 18),
  ...between(holderRollColumns.map((column) => rollTitles[column])),
  shares('Restricted at the opening', 10),
  shares('Restricted at the end', 10),
  shares('Unrestricted at the end', 12),
  shares('Opening restated by', 10),
  money('Cash in lieu', 9),
];

const isShown = (place: number, isPdf: boolean) =>
  !isPdf || !wideOnly.has(allHolderColumns[place]?.header ?? '');

export const holderColumns = (isPdf: boolean): readonly Column[] =>
  allHolderColumns.filter((_, place) => isShown(place, isPdf));

export const movementColumns: readonly Column[] = [
  text('Trans. no.', 12),
  date('Effective', 10),
  date('Processed', 10),
  yesNo('Late', 5),
  text('Type', 20),
  text('Movement', 12),
  text('Account', 12),
  text('Holder', 28),
  text('Class', 18),
  shares('Shares', 12),
  shares('Restricted', 11),
  text('Counterparty', 28),
  text('Reverses', 10),
  text('Reversed by', 10),
];

export const controlEntryColumns: readonly Column[] = [
  text('Trans. no.', 12),
  date('Effective', 10),
  date('Processed', 10),
  yesNo('Late', 5),
  text('Type', 22),
  text('Class', 20),
  shares('Reserved', 13),
  shares('Authorized', 13),
  text('Authority', 40),
];

type Line = Pick<Roll, 'opening' | 'computed' | 'closing' | 'residual'> & {
  moved: readonly (bigint | null)[];
};

/** Every figure of the registry's own books is known. */
const quantities = (ofClass: SecurityClass, { opening, moved, computed, closing, residual }: Line): Cell[] =>
  [opening, ...moved, computed, closing, residual].map((value) =>
    value === null ? 'not known' : shareCell(ofClass, value),
  );

export const classCells = (name: string, ofClass: SecurityClass, roll: Roll): Cell[] => [
  name,
  ...quantities(ofClass, { ...roll, moved: rollColumns.map((column) => roll.moved[column]) }),
];

export const controlCells = (name: string, ofClass: SecurityClass, roll: ControlRoll): Cell[] => [
  name,
  ...quantities(ofClass, { ...roll, moved: controlColumns.map((column) => roll.moved[column]) }),
];

export type RolledAccount = {
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  restricted_first: bigint;
  restricted: bigint;
  restated: bigint;
  cash: string;
};

export function holderCells(
  account: RolledAccount,
  ofClass: SecurityClass,
  roll: Roll,
  isPdf: boolean,
): Cell[] {
  const free = (roll.closing ?? 0n) - account.restricted;
  const cells: Cell[] = [
    account.customer_id,
    registration(account),
    ofClass.name,
    ...quantities(ofClass, { ...roll, moved: holderRollColumns.map((column) => roll.moved[column]) }),
    shareCell(ofClass, account.restricted_first),
    shareCell(ofClass, account.restricted),
    shareCell(ofClass, free),
    shareCell(ofClass, account.restated),
    account.cash,
  ];
  return cells.filter((_, place) => isShown(place, isPdf));
}

/** The cell of a transaction's number, by its id and number. */
export type TransactionCell = (id: bigint, number: bigint) => Cell;

/** The number leads to the transaction's page where the address of the dashboard is known. */
export const transactionCell =
  (dashboardUrl: string | undefined, issuer: bigint): TransactionCell =>
  (id, number) =>
    dashboardUrl === undefined
      ? `${number}`
      : { kind: 'link', text: `${number}`, address: `${dashboardUrl}${transactionPath(issuer, id)}` };

export function movementCells(
  row: RolledMovement,
  ofClass: SecurityClass,
  column: RollColumn,
  closing: string,
  numbered: TransactionCell,
): Cell[] {
  return [
    numbered(row.txn_id, row.customer_id ?? row.txn_id),
    row.effective_on,
    row.processed_on,
    row.processed_on > closing,
    typeText(row),
    rollTitles[column],
    row.account,
    [...registration(row), row.is_treasury ? '(treasury)' : null],
    ofClass.name,
    shareCell(ofClass, row.shares),
    shareCell(ofClass, row.restricted),
    counterparties(row),
    row.reverses === null ? null : `${row.reverses}`,
    row.reversed_by === null ? null : `${row.reversed_by}`,
  ];
}

export function controlEntryCells(
  row: ControlMovement,
  ofClass: SecurityClass,
  closing: string,
  numbered: TransactionCell,
): Cell[] {
  return [
    row.txn_id === null ? null : numbered(row.txn_id, row.customer_id ?? row.txn_id),
    row.effective_on,
    row.processed_on,
    row.processed_on > closing,
    typeText(row),
    ofClass.name,
    shareCell(ofClass, row.reserved),
    shareCell(ofClass, row.authorized),
    row.authority,
  ];
}

type Typed = Pick<ControlMovement, 'kind' | 'sub_kind' | 'ratio_numerator' | 'ratio_denominator'>;

/** 'Reverse split, 1 for 10'. */
function typeText({ kind, sub_kind, ratio_numerator, ratio_denominator }: Typed): string {
  const ratio = ratio_numerator && ratio_denominator ? `${ratio_numerator} for ${ratio_denominator}` : '';
  return [transactionTypeText(kind), sub_kind, ratio].filter(Boolean).join(', ');
}

/** The other accounts of a transfer in this class; a long list is cut, and says so. */
function counterparties({ holder_id, named, parties }: RolledMovement): string {
  const others = (named ?? []).filter(({ id }) => id !== `${holder_id}`).slice(0, namedMax - 1);
  const more = parties - 1 - others.length;
  return [...others.map(({ name }) => name), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
