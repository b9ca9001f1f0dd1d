// Comparisons of the interface's answers for a day, by kind.

import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { balanceChecks } from '../balance-checks.ts';
import { type Balance, capacityOf } from '../capacity.ts';
import { type Check, mustEqual, mustStayWithin } from '../checks.ts';
import type { Dividend } from '../dividends.ts';
import type { Meeting } from '../meetings/meetings.ts';
import { type CapTable, type CapTableRow, classLines } from '../ownership/cap-table.ts';
import { capTableChecks } from '../ownership/cap-table-checks.ts';
import { type Diluted, dilutionByClass, dilutionChecks } from '../ownership/dilution.ts';
import { type Ownership, ownershipByClass } from '../ownership/ownership.ts';
import { ownershipChecks } from '../ownership/ownership-checks.ts';
import { quarterStart } from '../periods.ts';
import { balanceOf, rollForward } from '../transactions/class-balance.ts';
import type { JournalEntry } from '../transactions/journal.ts';
import { linesOfEntry, movesByClass } from '../transactions/movement.ts';
import type { GroupHead } from './check-group.ts';
import { percentChecks, writtenAsCounted } from './text-checks.ts';

/** The data read, or a sentence on why it could not be read. */
export type Got<T> = { data: T } | { message: string };

/** The journal of the quarter up to the day, and the balances at the close of the day before it. */
export type Quarter = { entries: readonly JournalEntry[]; opening: readonly Balance[] };

/** Every row of a cap table, with the totals that its classes report. */
export type WholeCapTable = { rows: readonly CapTableRow[]; securities: CapTable['securities'] };

/** Balances at record dates; days that were not read are missing. */
export type RecordDays = ReadonlyMap<string, readonly Balance[]>;

const unread = (id: string, text: string, message: string): Check => ({
  id,
  text,
  left: '–',
  right: '–',
  result: 'cannot be checked',
  reason: message,
});

const checksOf = <T>(got: Got<T>, id: string, text: string, make: (data: T) => Check[]): Check[] =>
  'data' in got ? make(got.data) : [unread(id, text, got.message)];

const outstandingOf = (balances: readonly Balance[] | undefined, className: string) =>
  exact(balances?.find((one) => one.className === className)?.totalOutstandingShares);

const issuedOf = (balances: readonly Balance[]) => (className: string) => {
  const balance = balances.find((one) => one.className === className);
  return balance ? capacityOf(balance).issued : balances.length > 0 ? 0n : null;
};

/**
 * The kinds of comparisons that the answers of a day allow, in the order of the page. `hasBooks`: the registry offers the
 * sources of the books, which compare each dividend at its record date.
 */
export function groupHeads({ day, today, hasBooks }: { day: string; today: string; hasBooks: boolean }) {
  const close = formatDate(day);
  const heads: GroupHead[] = [
    {
      id: 'balance',
      title: 'Authorized, issued, outstanding',
      inputs: `Issuer balance, ${close}`,
    },
    {
      id: 'ownership',
      title: 'Holdings equal outstanding',
      inputs: `Ownership and issuer balance, ${close}`,
    },
    {
      id: 'cap-table',
      title: 'Cap table',
      inputs: `All pages of the cap table and the issuer balance, ${close}`,
    },
    {
      id: 'diluted',
      title: 'Dilution',
      inputs: `Diluted ownership and issuer balance, ${close}`,
    },
    {
      id: 'journal',
      title: 'Roll-forward',
      inputs: `Journal from ${formatDate(quarterStart(day))} to ${close}, balances at both ends`,
    },
    { id: 'meetings', title: 'Meetings', inputs: 'Meeting list and balances at the record dates' },
    { id: 'dividends', title: 'Dividends', inputs: 'Dividend list and balances at the record dates' },
  ];
  // The interface has no cap table of a past day.
  return heads.filter(({ id }) => (id !== 'cap-table' || day === today) && (id !== 'dividends' || !hasBooks));
}

export const ofBalances = (balances: readonly Balance[]): Check[] => [
  ...balanceChecks(balances),
  ...writtenAsCounted('balance', 'Balance', balances),
];

export const ofOwnership = (got: Got<Ownership>, balances: readonly Balance[]): Check[] =>
  checksOf(got, 'ownership', 'Holdings equal outstanding', (ownership) => [
    ...ownershipChecks(ownershipByClass(ownership), balances),
    ...percentChecks(ownership),
    ...writtenAsCounted(
      'ownership',
      'Ownership',
      ownership.accounts.flatMap((one) => one.securities),
    ),
  ]);

export const ofCapTable = (got: Got<WholeCapTable>, balances: readonly Balance[]): Check[] =>
  checksOf(got, 'cap-table', 'Rows equal outstanding', ({ rows, securities }) =>
    capTableChecks(classLines(rows, securities), balances),
  );

export const ofDilution = (got: Got<Diluted>, balances: readonly Balance[]): Check[] =>
  checksOf(got, 'diluted', 'Holders and reserves equal the diluted total', (diluted) =>
    dilutionChecks(dilutionByClass(diluted, balances), balances),
  );

export const ofQuarter = (got: Got<Quarter>, balances: readonly Balance[]): Check[] =>
  checksOf(
    got,
    'journal',
    'Opening balance plus transactions equals closing balance',
    ({ entries, opening }) => rollChecks(entries, opening, balances),
  );

export const ofMeetings = (got: Got<readonly Meeting[]>, recordDays: RecordDays): Check[] =>
  checksOf(got, 'meetings', 'Entitled shares equal outstanding shares', (meetings) =>
    meetings.flatMap((one) => meetingChecks(one, recordDays)),
  );

export const ofDividends = (got: Got<readonly Dividend[]>, recordDays: RecordDays): Check[] =>
  checksOf(got, 'dividends', 'Dividend shares equal outstanding shares', (dividends) =>
    dividends
      .filter(({ record }) => recordDays.has(record))
      .map((one) =>
        mustEqual(
          `dividend/${one.key}`,
          `${one.type} on ${one.className}, record ${formatDate(one.record)}: shares equal outstanding shares on that date`,
          one.outstanding,
          outstandingOf(recordDays.get(one.record), one.className),
        ),
      ),
  );

function rollChecks(
  entries: readonly JournalEntry[],
  opening: readonly Balance[],
  closing: readonly Balance[],
): Check[] {
  const moves = movesByClass(entries.flatMap(linesOfEntry));
  const still = closing
    .filter(({ className }) => !moves.some((move) => move.className === className))
    .map(({ className }) => ({ className, canceled: 0n, issued: 0n, net: 0n }));
  const uneven = entries.filter((entry) =>
    movesByClass(linesOfEntry(entry)).some((move) => balanceOf(entry.code, move).tick === 'differs'),
  );
  return [
    ...rollForward([...moves, ...still], issuedOf(opening), issuedOf(closing)),
    mustEqual(
      'journal/even',
      'Transactions of the period whose canceled and issued shares do not match their type',
      BigInt(uneven.length),
      0n,
    ),
  ];
}

function meetingChecks(meeting: Meeting, recordDays: RecordDays): Check[] {
  const { key, title, className, entitled, voted, record } = meeting;
  const fits = mustStayWithin(
    `meeting/${key}/voted`,
    `${title}: voted shares do not exceed entitled shares`,
    voted,
    entitled,
  );
  if (!recordDays.has(record.day)) return [fits];
  return [
    mustEqual(
      `meeting/${key}/entitled`,
      `${title}: entitled shares equal outstanding shares on ${formatDate(record.day)}`,
      entitled,
      outstandingOf(recordDays.get(record.day), className),
    ),
    fits,
  ];
}

/** Past record dates, latest first and at most `max`: each needs a balance request. */
export function recordDaysOf(
  meetings: readonly Meeting[],
  dividends: readonly Dividend[],
  today: string,
  max: number,
): string[] {
  const days = [...meetings.map(({ record }) => record.day), ...dividends.map(({ record }) => record)];
  return [...new Set(days)]
    .filter((day) => day !== '' && day <= today)
    .sort()
    .reverse()
    .slice(0, max);
}
