import { compare, halfUp, outAt, perAccount, plusDays, unique } from './books.ts';
import type { Class, Day, Holder, Issuer, Model } from './shapes.ts';
import { owed } from './verbs.ts';

/** The figures of Form TA-2 (domain §9.1) for some issuers. */
const kinds = [
  'corporateEquity',
  'corporateDebt',
  'openEndInvestmentCompany',
  'limitedPartnership',
  'municipalDebt',
  'other',
];
const kindOf: Record<string, number> = { C: 0, P: 0, B: 1, D: 1, M: 3, W: 5, U: 5 };

/** Federal holidays on weekdays, as observed, written down by hand. */
const holidays =
  `2023-11-10 2023-11-23 2023-12-25 2024-01-01 2024-01-15 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02
  2024-10-14 2024-11-11 2024-11-28 2024-12-25 2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01
  2025-10-13 2025-11-11 2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07
  2026-10-12 2026-11-11 2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06
  2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-31`.split(/\s+/);
export const lastKnownDay = '2028-01-16';

/** Business days after the first day up to the last; the fourth one is late, so nobody counts further. */
function businessDays(from: Day, to: Day): number {
  let found = 0;
  for (let day = plusDays(from, 1); day <= to && found < 4; day = plusDays(day, 1)) {
    const place = new Date(day).getUTCDay();
    if (place > 0 && place < 6 && !holidays.includes(day)) found += 1;
  }
  return found;
}

const commas = (n: bigint | number) => n.toString().replace(/\B(?=(\d{3})+$)/g, ',');
const within = (period: Period, day: Day) => day >= period.from && day <= period.to;
const total = (list: readonly bigint[]) => list.reduce((sum, one) => sum + one, 0n);

function yearsBefore(day: Day, years: number): Day {
  const year = `${Number(day.slice(0, 4)) - years}`;
  return day.endsWith('02-29') ? `${year}-02-28` : year + day.slice(4);
}

/** Whole percents by largest remainder, ties to the kind named first. */
function percents(counts: number[]): number[] {
  const all = counts.reduce((sum, one) => sum + one, 0);
  if (all === 0) return counts;
  const parts = counts.map((one, at) => ({
    at,
    whole: Math.floor((one * 100) / all),
    rest: (one * 100) % all,
  }));
  const left = 100 - parts.reduce((sum, one) => sum + one.whole, 0);
  const order = parts.toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (const part of order.slice(0, left)) part.whole += 1;
  return parts.map((part) => part.whole);
}

const named = (counts: readonly number[]) => Object.fromEntries(kinds.map((kind, at) => [kind, counts[at]]));

export type Period = { year: number; from: Day; to: Day; isPartial: boolean };

export function ta2(m: Model, list: readonly Issuer[], period: Period, today: Day) {
  const { from, to } = period;
  const classes = m.classes.filter((one) => list.includes(one.issuer) && one.opened <= to);
  const pairs = classes.flatMap((cls) =>
    perAccount(outAt(m, cls, to)).map(({ holder }) => ({ cls, holder })),
  );
  const isBook = ({ cls, holder }: { cls: Class; holder: Holder }) =>
    cls.isDrs &&
    !holder.isNominee &&
    outAt(m, cls, to).some((one) => one.holder === holder && one.form === 'BookEntry');
  const isPlan = ({ cls, holder }: { cls: Class; holder: Holder }) =>
    m.members.some((one) => one.cls === cls && one.holder === holder && one.joined <= to);
  const ofKind = (some: readonly Class[]) =>
    kinds.map((_, at) => some.filter((one) => kindOf[one.code] === at).length);
  const received = m.txns.filter((one) => list.includes(one.issuer) && within(period, one.received));
  const items = received.filter((one) => 'TCR'.includes(one.kind) && one.isItem);
  const paid = m.dividends
    .filter((one) => list.includes(one.cls.issuer) && within(period, one.payable))
    .map((one) => ({
      ...one,
      cents: (one.paid ?? (one.record <= today ? owed(m, one) : { amount: 0n })).amount,
    }));
  const cash = (some: typeof paid) =>
    total(some.filter((one) => one.kind !== 'Stock').map((one) => one.cents));
  const routine = items.filter((one) => one.kind === 'T' && one.isRoutine && one.status !== 'Canceled');
  const months = [];
  for (
    let day = from;
    day <= to;
    day = plusDays(`${day.slice(0, 7)}-28`, 4)
      .slice(0, 8)
      .concat('01')
  ) {
    const month = day.slice(0, 7);
    const some = routine
      .filter((one) => one.received.startsWith(month))
      .map((one) => {
        const done = one.completed || one.rejected;
        return { isDone: done !== '', isInTime: businessDays(one.received, done || today) <= 3 };
      });
    // What is still pending counts once its time is up.
    const due = some.filter((one) => one.isDone || !one.isInTime).length;
    const good = some.filter((one) => one.isDone && one.isInTime).length;
    const percent = due === 0 ? 100 : Math.round((good * 10_000) / due) / 100;
    months.push({
      month,
      routineItems: due,
      withinThreeBusinessDays: good,
      percent,
      compliant: good * 10 >= due * 9,
    });
  }
  const failed = months.filter((one) => !one.compliant).length;
  const aged = (isPrior: boolean) => {
    const open = m.differences.filter(
      (one) =>
        list.includes(one.cls.issuer) &&
        one.isPrior === isPrior &&
        one.opened < plusDays(to, -30) &&
        (!one.resolved || one.resolved > to),
    );
    const worth = open.map((one) => {
      const prices = m.prices.filter((price) => price.cls === one.cls && price.day <= to);
      const last = prices.toSorted((a, b) => compare(b.day, a.day))[0]?.micros ?? 0n;
      return (one.shares < 0n ? -one.shares : one.shares) * last;
    });
    return {
      issues: unique(open.map((one) => one.cls)).length,
      marketValue: Number(halfUp(total(worth), 10_000n)) / 100,
    };
  };
  const lost = m.accounts
    .filter(({ issuer, holder }) => list.includes(issuer) && holder.lost && holder.lost <= to)
    .filter(({ issuer, holder }) => pairs.some((one) => one.cls.issuer === issuer && one.holder === holder))
    .map(({ holder }) => holder.lost);
  const lostIn = (first: number, last: number) =>
    lost.filter((day) => day >= yearsBefore(to, last) && (first === 0 || day < yearsBefore(to, first)))
      .length;
  const cents = cash(paid);
  return {
    reportingYear: period.year,
    periodStart: from,
    periodEnd: to,
    dueDate: `${period.year + 1}-03-31`,
    isPartial: period.isPartial,
    scope: 'Issuer',
    abbreviatedFilingEligible: items.length < 1000 && pairs.length <= 1000,
    registrant: {
      name: m.agent,
      fileNumber: '084-00000',
      appropriateRegulatoryAgency: 'SEC',
      amendedFormTA1: 'NotApplicable',
      serviceCompanyEngaged: 'None',
      engagedAsServiceCompany: false,
    },
    itemsReceivedForTransfer: items.length,
    itemsReceivedForTransferFormat: commas(items.length),
    masterSecurityholderFileAccounts: pairs.length,
    masterSecurityholderFileAccountsFormat: commas(pairs.length),
    accounts: {
      total: pairs.length,
      dividendReinvestmentOrDirectPurchase: pairs.filter(isPlan).length,
      directRegistration: pairs.filter(isBook).length,
      percentages: named(percents(ofKind(pairs.map((one) => one.cls)))),
    },
    issues: {
      receivesItemsAndMaintainsFiles: named(ofKind(classes)),
      receivesItemsOnly: {},
      maintainsFilesOnly: {},
    },
    services: {
      dividendReinvestmentIssues: classes.filter((one) => one.hasPlan).length,
      directRegistrationIssues: classes.filter((one) => one.isDrs).length,
      dividendPayingIssues: unique(paid.map((one) => one.cls)).length,
      dividendAmount: Number(cents) / 100,
      dividendAmountFormat: `$${commas(cents / 100n)}.${`${cents % 100n}`.padStart(2, '0')}`,
    },
    agedRecordDifferences: {
      priorAgent: aged(true),
      currentAgent: aged(false),
      buyInReportsFiled: 0,
      allBuyInReportsFiled: true,
    },
    turnaround: {
      alwaysCompliant: failed === 0,
      monthsNotInCompliance: failed,
      noticesFiled: failed,
      months,
    },
    openEndFunds: { transactions: 0, asOfs: 0 },
    lostSecurityholders: {
      databaseSearches: [],
      accountsRemittedToStates: m.escheats.filter(
        (one) => list.includes(one.issuer) && within(period, one.day),
      ).length,
      ageing: {
        oneYearOrLess: lostIn(0, 1),
        threeYearsOrLess: lostIn(1, 3),
        fiveYearsOrLess: lostIn(3, 5),
        moreThanFiveYears: lost.filter((day) => day < yearsBefore(to, 5)).length,
      },
    },
    byIssuer: list.map((issuer) => ({
      customerIssuerId: issuer.key,
      issuer: issuer.name,
      items: items.filter((one) => one.issuer === issuer).length,
      accounts: pairs.filter((one) => one.cls.issuer === issuer).length,
      dividendAmount: Number(cash(paid.filter((one) => one.cls.issuer === issuer))) / 100,
    })),
  };
}

export type PeriodQuery = { year?: number; startDate?: Day; endDate?: Day };

/** A calendar year, or days within one; what still runs ends today. 400 for anything else. */
export function periodOf(query: PeriodQuery, today: Day): Period | 400 {
  const yearOf = (day: Day) => Number(day.slice(0, 4));
  const named = query.startDate ?? query.endDate;
  const year = query.year ?? (named ? yearOf(named) : yearOf(today) - 1);
  const from = query.startDate ?? `${year}-01-01`;
  const end = query.endDate ?? `${year}-12-31`;
  const to = end < today ? end : today;
  if ([from, end].some((day) => yearOf(day) !== year) || from > end || from > today) return 400;
  return { year, from, to, isPartial: from !== `${year}-01-01` || to !== `${year}-12-31` };
}
