import { addDays, formatDate, parseDate } from '#lib/format/dates';
import type { OpenDifference } from './proof-facts.ts';

// Reads a control book from the cells of its workbook. Sections and columns are found by their titles, in any order;
// figures are taken as they are written or not at all.

export type BookFileCell = { kind: string; text: string } | undefined;

export type BookFileSheet = { name: string; rows: readonly (readonly BookFileCell[])[] };

export type BookFileBalance = {
  /** Null where the class is unlimited, or the file does not say. */
  authorized: bigint | null;
  issued: bigint;
  treasury: bigint | null;
  outstanding: bigint | null;
  reserved: bigint | null;
};

export type BookFileClass = {
  className: string;
  opening: BookFileBalance | null;
  closing: BookFileBalance;
  /** Sum of the lines' changes of issued shares; null where the file lists none. */
  moved: bigint | null;
  /** Control book less register, as the file says. */
  gap: bigint | null;
  /** Sum and number of the open record differences, as the file states them beside its list. */
  recorded: bigint | null;
  recordedCount: bigint | null;
  saysOutOfProof: boolean;
  /** The registry itself could not prove the class. */
  saysNotProvable: boolean;
};

export type BookFile = {
  classes: readonly BookFileClass[];
  differences: readonly OpenDifference[];
  /** A sentence on the issuer's books as a whole says so. */
  saysOutOfProof: boolean;
};

type About = {
  issuer: number;
  /** Names of the issuer that the file may use instead of its number. */
  names: readonly string[];
  day: string;
  /** Classes of the issuer; those with issued shares must be in the file. */
  classes: readonly { className: string; issued: bigint | null }[];
  is1904?: boolean;
};

/** Why a file gives no facts: a clause that ends 'could not be read: …'. */
class Refused extends Error {}

const fold = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
const textOf = (cell: BookFileCell) => (cell?.kind === 'text' ? cell.text : '');

const figures = {
  authorized: ['authorized', 'authorized shares', 'shares authorized'],
  issued: ['issued', 'issued shares', 'shares issued', 'total issued'],
  treasury: ['treasury', 'treasury shares', 'shares in treasury'],
  outstanding: ['outstanding', 'outstanding shares', 'shares outstanding', 'total outstanding'],
  reserved: ['reserved', 'reserved shares', 'shares reserved'],
} as const;
type Figure = keyof typeof figures;
const figureNames = Object.keys(figures) as Figure[];

const statements = {
  gap: ['difference of the two', 'difference to the register', 'control book less register'],
  recorded: ['open record differences', 'record differences'],
  count: ['number of open differences', 'number of open record differences'],
  verdict: ['result', 'verdict'],
} as const;

const titles = {
  className: ['class', 'security', 'security class', 'class of security'],
  opened: ['opened', 'opened on', 'date opened', 'since'],
  existed: ['existed since', 'existing since', 'since when'],
  shares: ['shares', 'shares, signed'],
  cause: ['cause', 'reason'],
  source: ['source agent', 'source'],
  net: ['net', 'net issued', 'issued ±'],
  balance: ['balance issued', 'issued balance'],
} as const;

const isOneOf = (known: readonly string[], text: string) => known.includes(fold(text));

/** A whole number as written: digits, with or without separators of thousands. Null for anything else. */
function wholeOf(cell: BookFileCell): bigint | null {
  if (!cell || (cell.kind !== 'number' && cell.kind !== 'text') || cell.text.length > 60) return null;
  const text = cell.text.trim().replace(/^(-?)\$/, '$1');
  if (/^-?\d+$/.test(text)) return BigInt(text);
  return /^-?\d{1,3}(?:,\d{3})+$/.test(text) ? BigInt(text.replaceAll(',', '')) : null;
}

function dayOf(cell: BookFileCell, is1904: boolean): string | null {
  if (cell?.kind === 'date' && /^\d{1,7}$/.test(cell.text)) {
    const days = Number(cell.text);
    return is1904 ? addDays('1904-01-01', days) : days > 60 ? addDays('1899-12-30', days) : null;
  }
  return cell?.kind === 'text' && cell.text.length <= 40 ? parseDate(cell.text) : null;
}

type Section = { heading: string; labels: Map<string, BookFileCell> };

/** Headings, which stand alone in their row, with the labels and values below them. */
function sectionsOf(sheets: readonly BookFileSheet[]): Section[] {
  const sections: Section[] = [];
  for (const { rows } of sheets) {
    let section: Section = { heading: '', labels: new Map() };
    sections.push(section);
    for (const row of rows) {
      const filled = row.filter((cell) => cell !== undefined);
      if (filled.length === 1 && textOf(row[0])) {
        section = { heading: textOf(row[0]), labels: new Map() };
        sections.push(section);
      } else if (filled.length === 2 && textOf(row[0])) {
        const label = fold(textOf(row[0]));
        // A label given twice has no value: which of them counts cannot be told.
        section.labels.set(label, section.labels.has(label) ? undefined : filled[1]);
      }
    }
  }
  return sections;
}

const labeled = ({ labels }: Section, known: readonly string[]): BookFileCell =>
  labels.get(known.find((one) => labels.has(one)) ?? '');

/**
 * The figures and record differences of a control book for one day, or a clause that says why the file gives none. A
 * part of a file is never taken for the whole.
 */
export function bookFileOf(sheets: readonly BookFileSheet[], about: About): BookFile | { reason: string } {
  try {
    const sections = sectionsOf(sheets);
    checkIssuer(sections, about);
    const differences = differencesIn(sheets, about);
    const moves = movesIn(sheets, about);
    const named = about.classes.filter(
      ({ className, issued }) => issued !== 0n || ofClass(sections, className, 'closing').length > 0,
    );
    if (named.length === 0) throw new Refused('the issuer has no class');
    const classes = named.map(({ className }) =>
      classIn(sections, className, about, differences !== null, moves?.get(className) ?? (moves ? 0n : null)),
    );
    return { classes, differences: differences ?? [], saysOutOfProof: statesOutOfProof(sheets) };
  } catch (error) {
    if (error instanceof Refused) return { reason: error.message };
    throw error;
  }
}

/** 'Out of proof on Nov 20, 2026: …': also of what belongs to no class. */
const statesOutOfProof = (sheets: readonly BookFileSheet[]) =>
  sheets.some(({ rows }) =>
    rows.some((row) => row.some((cell) => /^out of proof on\b/.test(fold(textOf(cell))))),
  );

function checkIssuer(sections: readonly Section[], { issuer, names }: About): void {
  const stated = sections.flatMap((one) => textOf(labeled(one, ['issuer'])) || []);
  const known = names.map(fold);
  const isOurs = (text: string) => {
    const numbers: readonly string[] = text.match(/\d+/g) ?? [];
    // 'Route 7 Inc. (1001)': a number in brackets at the end is the issuer's, whatever else is in its name.
    const last = /\((\d{1,15})\)$/.exec(text.trim())?.[1];
    return last !== undefined
      ? last === `${issuer}`
      : numbers.includes(`${issuer}`) || known.includes(fold(text));
  };
  const other = stated.find((text) => !isOurs(text));
  if (stated.length === 0) throw new Refused('the file does not say which issuer it is about');
  if (other !== undefined) throw new Refused(`the file is about ${other.slice(0, 80)}, not ${issuer}`);
}

/** Sections 'Common Stock: closing 11/20/2026' of a class. */
function ofClass(sections: readonly Section[], className: string, part: string): Section[] {
  const start = `${fold(className)}:`;
  return sections.filter(({ heading }) => {
    const text = fold(heading);
    return text.startsWith(start) && text.slice(start.length).trim().startsWith(part);
  });
}

function classIn(
  sections: readonly Section[],
  className: string,
  about: About,
  hasList: boolean,
  moved: bigint | null,
): BookFileClass {
  const [closing, ...more] = ofClass(sections, className, 'closing');
  if (!closing || more.length > 0) throw new Refused(`the file does not name ${className} once`);
  const day = parseDate(closing.heading.slice(closing.heading.toLowerCase().lastIndexOf('closing') + 7));
  if (day !== about.day)
    throw new Refused(
      day
        ? `the file is about ${formatDate(day)}, not ${formatDate(about.day)}`
        : 'the file has no closing day',
    );
  const openings = ofClass(sections, className, 'opening');
  const boxes = ofClass(sections, className, 'reconciliation');
  if (openings.length > 1 || boxes.length > 1) throw new Refused(`the file does not name ${className} once`);
  const [box] = boxes;
  const stated = (of: keyof typeof statements) => {
    const cell = box && labeled(box, statements[of]);
    if (!cell) return null;
    const value = wholeOf(cell);
    if (value === null) throw new Refused(`“${statements[of][0]}” of ${className} is no whole number`);
    return value;
  };
  const verdict = box ? fold(textOf(labeled(box, statements.verdict))) : '';
  const recorded = stated('recorded');
  const recordedCount = stated('count');
  const saysOutOfProof = verdict.includes('out of proof');
  // A file's own "in proof" is no evidence that record differences were looked for.
  if (!hasList && recorded === null && recordedCount === null && !saysOutOfProof)
    throw new Refused('the file does not say whether record differences are open');
  return {
    className,
    opening: openings[0] ? balanceIn(openings[0], className) : null,
    closing: balanceIn(closing, className),
    moved,
    gap: stated('gap'),
    recorded,
    recordedCount,
    saysOutOfProof,
    saysNotProvable: verdict.includes('not provable'),
  };
}

function balanceIn(section: Section, className: string): BookFileBalance {
  const values = Object.fromEntries(
    figureNames.map((name) => {
      const cell = labeled(section, figures[name]);
      const isUnlimited = name === 'authorized' && fold(textOf(cell)) === 'unlimited';
      const value = isUnlimited ? null : wholeOf(cell);
      if (cell && value === null && !isUnlimited)
        throw new Refused(`${figures[name][0]} of ${className} is no whole number`);
      return [name, value];
    }),
  ) as Record<Figure, bigint | null>;
  const { issued } = values;
  if (issued === null) throw new Refused(`issued of ${className} is missing`);
  if (values.treasury === null && values.outstanding === null)
    throw new Refused(`treasury and outstanding of ${className} are missing`);
  return { ...values, issued };
}

type ColumnName = keyof typeof titles;

/** The rows below each row of titles that has all of the columns, with the place of each column. */
function* tables(sheets: readonly BookFileSheet[], needed: readonly ColumnName[]) {
  for (const { rows } of sheets) {
    let at: Map<ColumnName, number> | null = null;
    for (const row of rows) {
      const found = new Map<ColumnName, number>();
      for (const [index, cell] of row.entries())
        for (const name of Object.keys(titles) as ColumnName[])
          if (isOneOf(titles[name], textOf(cell)) && !found.has(name)) found.set(name, index);
      if (needed.every((name) => found.has(name))) at = found;
      else if (at && row.some((cell) => cell !== undefined)) yield { at, row };
    }
  }
}

const hasTable = (sheets: readonly BookFileSheet[], needed: readonly ColumnName[]) =>
  sheets.some(({ rows }) =>
    rows.some((row) => needed.every((name) => row.some((cell) => isOneOf(titles[name], textOf(cell))))),
  );

const listColumns = ['className', 'opened', 'shares'] as const;

/** The list of open record differences; null where the file has no such list. */
function differencesIn(sheets: readonly BookFileSheet[], about: About): OpenDifference[] | null {
  if (!hasTable(sheets, listColumns)) return null;
  const found: OpenDifference[] = [];
  for (const { at, row } of tables(sheets, listColumns)) {
    const cell = (name: ColumnName) => row[at.get(name) ?? -1];
    // A sentence alone in its row, such as 'No open record differences'.
    if (!cell('opened') && !cell('shares')) continue;
    const className = classNamed(textOf(cell('className')), about);
    const shares = wholeOf(cell('shares'));
    if (shares === null)
      throw new Refused(`shares of a record difference of ${className} are no whole number`);
    const openedOn = dayOf(cell('opened'), about.is1904 === true);
    if (openedOn === null) throw new Refused(`the day of a record difference of ${className} is no date`);
    const existed = cell('existed');
    const existedSince = existed ? dayOf(existed, about.is1904 === true) : openedOn;
    if (existedSince === null)
      throw new Refused(`the day since which a record difference of ${className} exists is no date`);
    found.push({
      className,
      openedOn,
      existedSince,
      shares,
      cause: textOf(cell('cause')).slice(0, 400) || 'record difference',
      isByPriorAgent: fold(textOf(cell('source'))) === 'prior agent',
    });
  }
  return found;
}

const lineColumns = ['className', 'net', 'balance'] as const;

/** Net issued shares of the lines, by class; null where the file lists none. */
function movesIn(sheets: readonly BookFileSheet[], about: About): Map<string, bigint> | null {
  if (!hasTable(sheets, lineColumns)) return null;
  const sums = new Map<string, bigint>();
  for (const { at, row } of tables(sheets, lineColumns)) {
    const cell = (name: ColumnName) => row[at.get(name) ?? -1];
    if (!cell('net') && !cell('balance')) continue;
    const className = classNamed(textOf(cell('className')), about);
    const net = cell('net') ? wholeOf(cell('net')) : 0n;
    if (net === null) throw new Refused(`a line of ${className} has no whole number`);
    sums.set(className, (sums.get(className) ?? 0n) + net);
  }
  return sums;
}

function classNamed(text: string, { classes }: About): string {
  const name = fold(text);
  const found = classes.filter(({ className }) => fold(className) === name);
  if (found.length !== 1)
    throw new Refused(
      `the file names the class “${text.slice(0, 80)}”, which the balance does not have once`,
    );
  return found[0]?.className ?? '';
}
