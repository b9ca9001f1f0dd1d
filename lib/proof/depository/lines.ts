/** What both layouts of a position file have in common: their lines, and the checks of single fields. */
import { isCusip } from '#lib/format/cusip';
import { type CalendarDate, isDate } from '#lib/format/dates';

export type Direction = 'Deposit' | 'Withdrawal';
export type MovementStatus = 'Confirmed' | 'Pending' | 'Rejected';

export type PositionLine = {
  line: number;
  cusip: string;
  description: string;
  /** Shares of the depository at the close of the file's day. */
  position: bigint;
  /** Net of its pending movements; null where the layout has none. */
  pending: bigint | null;
};

export type MovementLine = {
  line: number;
  cusip: string;
  day: CalendarDate;
  reference: string;
  direction: Direction;
  shares: bigint;
  status: MovementStatus;
};

export type PositionFile = {
  layout: 'Fixed' | 'CSV';
  agent: string;
  asOf: CalendarDate;
  sequence: number;
  positions: readonly PositionLine[];
  movements: readonly MovementLine[];
  /** Sum of the positions as its trailer states it: twenty digits. */
  sum: string;
};

/** 'Line 3, CUSIP: fails its check digit'. */
export type FileError = { line: number; field: string; text: string };

/** What the reader compares the file with: the agent's number at the depository, and the current day. */
export type Known = { agent: string; today: CalendarDate };

/** More errors than these are not listed: the file is refused by the first. */
const errorsMax = 20;

export type LineErrors = {
  list: FileError[];
  add: (line: number, field: string, text: string) => void;
};

export function lineErrors(): LineErrors {
  const list: FileError[] = [];
  return {
    list,
    add: (line, field, text) => {
      if (list.length < errorsMax) list.push({ line, field, text });
    },
  };
}

/** The fields of a file; each check adds its error and gives a value of no use then. */
export function fieldChecks(errors: LineErrors) {
  const digits = (line: number, field: string, text: string): bigint => {
    if (text.length <= 20 && /^\d+$/.test(text)) return BigInt(text);
    errors.add(line, field, `must be digits only, not “${shown(text)}”`);
    return 0n;
  };
  return {
    digits,
    shares(line: number, field: string, text: string): bigint {
      if (text.length > 18) {
        errors.add(line, field, 'has more than 18 digits');
        return 0n;
      }
      return digits(line, field, text);
    },
    date(line: number, field: string, text: string): CalendarDate {
      const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
      if (text.length === 8 && isDate(day)) return day;
      errors.add(line, field, `must be a date as yyyymmdd, not “${shown(text)}”`);
      return '';
    },
    cusip(line: number, text: string): string {
      if (!isCusip(text)) errors.add(line, 'CUSIP', `${shown(text)} fails its check digit`);
      return text;
    },
    text(line: number, field: string, text: string, lengthMax: number): string {
      const trimmed = text.trim();
      if (trimmed.length > lengthMax) errors.add(line, field, `has more than ${lengthMax} characters`);
      else if (/\p{Cc}/u.test(trimmed)) errors.add(line, field, 'has a control character');
      return trimmed;
    },
    code<T>(line: number, field: string, text: string, codes: Readonly<Record<string, T>>): T | null {
      const value = Object.hasOwn(codes, text) ? codes[text] : undefined;
      if (value !== undefined) return value;
      errors.add(line, field, `must be one of ${Object.keys(codes).join(', ')}, not “${shown(text)}”`);
      return null;
    },
  };
}

const shown = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

const sumModulo = 10n ** 20n;

type Whole = {
  layout: 'Fixed' | 'CSV';
  agent: string;
  asOf: CalendarDate;
  sequence: bigint;
  positions: PositionLine[];
  movements: MovementLine[];
  trailer: { line: number; count: bigint; sum: bigint } | null;
  lastLine: number;
};

/** The checks that need the whole file: agent, days, lines given twice, and the trailer. */
export function wholeFile(given: Whole, known: Known, errors: LineErrors): PositionFile {
  const { positions, movements, trailer, asOf } = given;
  const { today } = known;
  if (given.agent !== known.agent)
    errors.add(1, 'Agent', `is ${shown(given.agent) || 'empty'}, not ${known.agent || 'known here'}`);
  if (asOf > today) errors.add(1, 'As-of date', `${asOf} is after today, ${today}`);
  if (given.sequence < 1n || given.sequence > 999_999n)
    errors.add(1, 'Sequence', 'must be between 1 and 999999');
  const cusips = new Map<string, number>();
  for (const { line, cusip } of positions) {
    const first = cusips.get(cusip);
    if (first !== undefined) errors.add(line, 'CUSIP', `${cusip} has a position in line ${first} already`);
    else cusips.set(cusip, line);
  }
  const references = new Map<string, number>();
  for (const { line, cusip, reference, direction, day, shares } of movements) {
    const key = `${cusip} ${direction} ${reference}`;
    const first = references.get(key);
    if (first !== undefined) errors.add(line, 'Reference', `is in line ${first} already`);
    else references.set(key, line);
    if (reference === '') errors.add(line, 'Reference', 'is empty');
    if (day > asOf) errors.add(line, 'Movement date', `${day} is after the as-of date, ${asOf}`);
    if (shares === 0n) errors.add(line, 'Shares', 'must not be zero');
  }
  const sum = positions.reduce((total, { position }) => total + position, 0n) % sumModulo;
  const count = BigInt(positions.length + movements.length);
  if (!trailer) errors.add(given.lastLine, 'Trailer', 'is missing: the file is not whole');
  else {
    if (trailer.count !== count)
      errors.add(trailer.line, 'Lines', `says ${trailer.count} lines, the file has ${count}`);
    if (trailer.sum !== sum)
      errors.add(trailer.line, 'Sum', `says ${trailer.sum}, the positions add up to ${sum}`);
  }
  return {
    layout: given.layout,
    agent: given.agent,
    asOf,
    sequence: Number(given.sequence),
    positions,
    movements,
    sum: sum.toString().padStart(20, '0'),
  };
}
