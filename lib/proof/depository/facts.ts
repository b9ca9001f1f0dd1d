/** What the depository reported for the classes of an issuer, as facts of its proof. */

import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { textOf } from '#lib/format/text-of';
import { type Comparison, equal } from '../comparison.ts';
import { isSettled, type MatchItem, type MatchResult, matchResults } from './match.ts';

export type PositionFacts = {
  className: string;
  classId: bigint;
  cusip: string;
  result: MatchResult;
  position: bigint | null;
  balance: bigint;
  explained: bigint;
  difference: bigint;
  /** The first day of the files without a gap that show the break; null for none. */
  since: string | null;
  isPendingLong: boolean;
  items: readonly MatchItem[];
  explanation: ExplanationFacts | null;
};

export type ExplanationFacts = {
  number: number;
  note: string;
  /** Numbers of the transactions that count; none explains no share. */
  transactions: readonly string[];
  by: string;
  at: string;
};

export type DepositoryFacts = {
  /** The file of the day; null where none was imported. */
  file: { id: number; asOf: string; sequence: number; importedAt: string } | null;
  /** A nominee holds shares of the issuer on the day. */
  hasNominee: boolean;
  positions: readonly PositionFacts[];
};

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

function shares(row: Fields, name: string): bigint {
  const value = exact(row[name]);
  if (value === null) throw new Error(`The facts have no ${name}.`);
  return value;
}

/** The part of a response that is about the depository. Throws where a figure is missing. */
export function depositoryOf(value: unknown): DepositoryFacts | null {
  if (value === null || value === undefined) return null;
  const row = fieldsOf(value);
  const file = row.file === null || row.file === undefined ? null : fieldsOf(row.file);
  return {
    file: file && {
      id: Number(file.positionFileId),
      asOf: textOf(file.asOf),
      sequence: Number(file.sequence),
      importedAt: textOf(file.importedAt),
    },
    hasNominee: row.hasNominee === true,
    positions: list(row.positions).map(positionOf),
  };
}

/** A position of a response. Throws where a figure is missing. */
export function positionOf(value: unknown): PositionFacts {
  const row = fieldsOf(value);
  const result = matchResults.find((one) => one === row.result);
  if (!result) throw new Error('The facts have no result.');
  const explanation = row.explanation ? fieldsOf(row.explanation) : null;
  return {
    className: textOf(row.security),
    classId: shares(row, 'securityTypeId'),
    cusip: textOf(row.cusip),
    result,
    position: row.position === null ? null : shares(row, 'position'),
    balance: shares(row, 'balance'),
    explained: shares(row, 'explained'),
    difference: shares(row, 'difference'),
    since: row.since === null || row.since === undefined ? null : textOf(row.since),
    isPendingLong: row.isPendingLong === true,
    items: list(row.items).map((item) => ({
      kind: textOf(item.kind) as MatchItem['kind'],
      reference: textOf(item.reference),
      direction: item.direction === 'Withdrawal' ? 'Withdrawal' : 'Deposit',
      day: item.day === null ? null : textOf(item.day),
      reported: item.reported === null ? null : shares(item, 'reported'),
      booked: item.booked === null ? null : shares(item, 'booked'),
      transaction: textOf(item.transaction),
      explains: shares(item, 'explains'),
      age: Number(item.age),
    })),
    explanation: explanation && {
      number: Number(explanation.number),
      note: textOf(explanation.note),
      transactions: Array.isArray(explanation.transactions) ? explanation.transactions.map(textOf) : [],
      by: textOf(explanation.by),
      at: textOf(explanation.at),
    },
  };
}

const size = (value: bigint) => formatShares(value < 0n ? -value : value);
const ofShares = (value: bigint) => `${size(value)} ${value === 1n || value === -1n ? 'share' : 'shares'}`;

/** 'Deposit of 500 shares, DW2026112000001: depository only'. */
export function itemText({ kind, direction, reported, booked, reference, transaction }: MatchItem): string {
  const amounts =
    reported !== null && booked !== null && reported !== booked
      ? `${size(reported)} at the depository and ${size(booked)} in the register`
      : ofShares(reported ?? booked ?? 0n);
  const names = [reference, transaction && `transaction ${transaction}`].filter(Boolean).join(', ');
  return `${direction} of ${amounts}${names ? `, ${names}` : ''}: ${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
}

const shownItems = 5;

function causeOf({ result, difference, cusip }: PositionFacts): string {
  if (result === 'Former CUSIP') return `the depository still reports CUSIP ${cusip}, from before a split`;
  if (result === 'No line in the file') return 'the depository’s file has no line for the class';
  if (result === 'Two amounts' && difference === 0n)
    return 'a movement has two amounts, at the depository and in the register';
  return `the depository’s position differs by ${ofShares(difference)}`;
}

/** The comparison P18 of each class; none where no file was imported for the day. */
export function depositoryComparisons(facts: DepositoryFacts | null): Comparison[] {
  if (!facts?.file) return [];
  return facts.positions.flatMap((one) => {
    const about = { id: 'P18', className: one.className, cause: causeOf(one), since: one.since };
    const reason = [
      ...(one.position === null ? [`No line for CUSIP ${one.cusip}`] : []),
      ...one.items.slice(0, shownItems).map(itemText),
      ...(one.items.length > shownItems ? [`${one.items.length - shownItems} more`] : []),
    ].join('; ');
    const isLineWrong = one.result === 'Former CUSIP' || one.result === 'Two amounts';
    return [
      equal(
        {
          ...about,
          of: 'position',
          text: 'Position of the depository’s file, and shares of the nominee with explained items',
          ...(reason && { reason }),
        },
        { source: 'Depository', value: one.position ?? 0n },
        { source: 'Nominee and items', value: one.balance + one.explained },
      ),
      equal(
        {
          ...about,
          of: 'lines',
          text: 'Lines of the depository’s file with a former CUSIP or a second amount',
        },
        { source: 'Depository', value: isLineWrong ? 1n : 0n },
        { source: 'Expected', value: 0n },
      ),
    ];
  });
}

/**
 * Why a position is not compared where the registry reads no position files: nothing in its answers says which class a
 * line of a file is about, or explains a difference.
 */
export const unreadPositions =
  'This registry does not read position files of the depository. Its answers name no CUSIP of a class and no deposits or withdrawals, so a line of a file cannot be matched to a class, and a difference cannot be explained.';

/** What is said of the depository's position beside a verdict; null where it does not apply. */
export function depositoryText(facts: DepositoryFacts | null, date: string): string | null {
  if (!facts) return null;
  if (!facts.file)
    return facts.hasNominee
      ? `No position file of the depository was imported for ${formatDate(date)}; its position is not compared.`
      : null;
  if (facts.positions.length === 0) return null;
  const texts = facts.positions.map((one) => {
    if (!isSettled(one.result)) return `${one.className}: ${causeOf(one)}`;
    if (one.result === 'Explained')
      return `${one.className}: ${size(one.explained)} shares explained by open movements`;
    return `${one.className}: no difference`;
  });
  return `Depository position of ${formatDate(date)}: ${texts.join('; ')}.`;
}
