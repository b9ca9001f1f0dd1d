import 'server-only';
import { ApiError, isApiError } from '#lib/api/error';
import { balanceInput, journalInput, ownershipInput } from '#lib/api/register-queries';
import type { SendRequest } from '#lib/api/send-request';
import { addDays } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { answerChecks, type Got, recordDaysOf } from '#lib/register/answer-checks/answer-checks';
import type { CheckGroup } from '#lib/register/answer-checks/check-group';
import type { Balance } from '#lib/register/capacity';
import { dividendsOf } from '#lib/register/dividends';
import { dividendListInput, proxyListInput } from '#lib/register/list-inputs';
import { meetingsOf } from '#lib/register/meetings/meetings';
import type { CapTable, CapTableRow } from '#lib/register/ownership/cap-table';
import { quarterStart } from '#lib/register/periods';
import { entriesOf } from '#lib/register/transactions/journal';

const rowsPerPage = 1000;
/** The other answers are read meanwhile. */
const pagesAtOnce = 3;
/** Rows of a cap table that are added up; beyond, the table takes longer to read than somebody waits. */
const rowsMax = 100_000;
const tooManyRows = `The cap table has more than ${formatShares(rowsMax)} rows; they were not added up.`;
const recordDaysMax = 6;

/** Turns an ApiError into its message; rethrows anything else, such as a canceled read. */
async function got<T>(reading: Promise<T>): Promise<Got<T>> {
  try {
    return { data: await reading };
  } catch (error) {
    if (isApiError(error)) return { message: error.message };
    throw error;
  }
}

/** Every row of today's cap table with the totals its classes report. The first page says how many there are. */
async function wholeCapTable(request: SendRequest, issuer: number) {
  const read = (start: number) =>
    request('GetShareholderCapTable', {
      CustomerIssuerId: issuer,
      Start: start,
      NumberOfRows: rowsPerPage,
    });
  const pages = [await read(0)];
  const size = pages[0]?.shareholders.length ?? 0;
  const total = Number(pages[0]?.totalShareholderRecords);
  if (total > rowsMax) throw new ApiError('upstream_too_large', { message: tooManyRows });
  for (let start = size; size > 0 && start < total; start += size * pagesAtOnce) {
    const starts = Array.from({ length: pagesAtOnce }, (_, place) => start + place * size);
    pages.push(...(await Promise.all(starts.filter((one) => one < total).map(read))));
    // An empty page ends it, whatever total was reported.
    if (pages.at(-1)?.shareholders.length === 0) break;
  }
  return {
    rows: pages.flatMap((page): readonly CapTableRow[] => page.shareholders),
    securities: pages.at(-1)?.securities ?? ([] as CapTable['securities']),
  };
}

async function quarterOf(request: SendRequest, issuer: number, day: string) {
  const from = quarterStart(day);
  const [opening, journal] = await Promise.all([
    request('GetIssuerBalance', balanceInput(issuer, addDays(from, -1))),
    request('GenerateTransactionList', journalInput(issuer, from, day)),
  ]);
  const entries = entriesOf(journal);
  if (!entries) throw new ApiError('upstream_unreadable');
  return { from, entries, opening };
}

/**
 * The reconciliation of one issuer at the close of a day. Without the balance nothing can be compared: that error is
 * thrown. `hasBooks`: the sources of the books are read beside it.
 */
export async function readAnswerChecks(
  request: SendRequest,
  { issuer, day, today, hasBooks }: { issuer: number; day: string; today: string; hasBooks: boolean },
): Promise<CheckGroup[]> {
  const [balances, ownership, capTable, diluted, period, meetings, dividends] = await Promise.all([
    request('GetIssuerBalance', balanceInput(issuer, day)),
    got(request('GetOwnershipPercentage', ownershipInput(issuer, day))),
    day === today ? got(wholeCapTable(request, issuer)) : null,
    got(request('GetDilutedPercentage', { customerIssuerId: issuer, cutoff: day, isPDF: false })),
    got(quarterOf(request, issuer, day)),
    got(request('GetProxyList', proxyListInput(issuer)).then(meetingsOf)),
    // Compared at their record dates only.
    hasBooks ? { data: [] } : got(request('GetDividendList', dividendListInput(issuer)).then(dividendsOf)),
  ]);
  // The books compare record-date lists as they were known when frozen; a balance has later postings as well.
  const recorded = hasBooks
    ? []
    : recordDaysOf(
        'data' in meetings ? meetings.data : [],
        'data' in dividends ? dividends.data : [],
        day,
        recordDaysMax,
      );
  const recordDays = new Map<string, readonly Balance[]>();
  for (const date of recorded) {
    const read = await got(request('GetIssuerBalance', balanceInput(issuer, date)));
    if ('data' in read) recordDays.set(date, read.data);
  }
  return answerChecks({
    day,
    balances,
    ownership,
    capTable,
    diluted,
    period,
    meetings,
    dividends,
    recordDays,
  });
}
