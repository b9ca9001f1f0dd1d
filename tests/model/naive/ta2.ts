import { among, between, upTo } from '../facts.ts';
import type { Match, Model, Query, Row } from '../row.ts';
import { demand, groups, halfUp, plusDays, sorted, sum, where } from '../rows.ts';
import { type Position, positions } from './holdings.ts';
import { apportioned, dueOf } from './register.ts';

const kindOf: Record<string, number> = { C: 0, P: 0, B: 1, D: 1, M: 3, W: 5, U: 5 };
const kindsOf = (rows: { cls: Row }[]) =>
  [0, 1, 2, 3, 4, 5].map((kind) => rows.filter(({ cls }) => kindOf[cls.code] === kind).length);
const yearsBefore = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4).replace('02-29', '02-28')}`;

/** A calendar year, or days within one; what still runs ends today. */
export function periodOf(q: Query, today: string) {
  const named = q.startDate ?? q.endDate;
  const year = Number(q.year ?? (named ? `${named}`.slice(0, 4) : Number(today.slice(0, 4)) - 1));
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const [from, end] = [`${q.startDate ?? first}`, `${q.endDate ?? last}`];
  const to = end < today ? end : today;
  demand(from >= first && end <= last && from <= to);
  return { year, from, to, isPartial: from !== first || to !== last };
}
/** The figures of Form TA-2 (domain §9.1). */
export function ta2(m: Model, period: ReturnType<typeof periodOf>, issuers: Row[], today: string) {
  const { year, from, to } = period;
  const [issuer, isIn] = [among(issuers), between(from, to)];
  const classes = where(m.classes, { issuer, opened: upTo(to) });
  const accounts = positions(m, classes, to);
  const items = where(m.txns, { issuer, isItem: true, kind: among([...'TCR']), received: isIn });
  const due = where(m.dividends, { issuer, payable: isIn });
  const cash = where(due, { kind: (kind) => kind !== 'Stock' });
  const paid = cash.map((one) => ({ issuer: one.issuer, shares: dueOf(m, one, today).amount }));

  /** The day so many business days later. */
  const later = (day: string, n: number): string => {
    const next = plusDays(day, 1);
    const isOff = new Date(next).getUTCDay() % 6 === 0 || m.holidays.includes(next);
    return n === 0 ? day : later(next, isOff ? n : n - 1);
  };
  const routine = where(items, { kind: 'T', isRoutine: true, status: (one) => one !== 'Canceled' });
  const all = Array.from({ length: 12 }, (_, at) => `${year}-${`${at + 1}`.padStart(2, '0')}`);
  const months = all.filter(between(from.slice(0, 7), to)).map((month) => {
    const some = where(routine, { received: (day) => day.startsWith(month) }).map((one) => {
      const end = one.completed || one.rejected;
      return { isLate: (end || today) >= later(one.received, 4), isDone: end !== '' };
    });
    const good = some.filter((one) => one.isDone && !one.isLate).length;
    // What is still pending counts once its time is up.
    const all = good + some.filter((one) => one.isLate).length;
    const percent = all === 0 ? 100 : Math.round((good * 10_000) / all) / 100;
    return { month, count: all, good, percent, isMet: good * 10 >= all * 9 };
  });
  const failed = months.filter((one) => !one.isMet).length;

  const aged = (isPrior: boolean) => {
    const isOpen: Match = { opened: upTo(plusDays(to, -31)), resolved: (day) => day === '' || day > to };
    const open = where(m.differences, { issuer, isPrior, ...isOpen });
    const worth = open.map(({ cls, shares }) => {
      const price = sorted(where(m.prices, { cls, day: upTo(to) }), 'day').at(-1);
      return { shares: (shares < 0n ? -shares : shares) * (price?.micros ?? 0n) };
    });
    return { issues: groups(open, 'cls').length, marketValue: Number(halfUp(sum(worth), 10_000n)) / 100 };
  };
  const isOf = ({ issuer, holder }: Row) => where(accounts, { issuer, holder })[0];
  const since = where(m.accounts, { issuer }).filter(isOf);
  const lost = since.map((one) => one.holder.lost || '9').filter(upTo(to));
  const ages = lost.map((day) => [1, 3, 5].filter((years) => day < yearsBefore(to, years)).length);
  const joined = upTo(to);
  const isMember = ({ cls, holder }: Position) => where(m.members, { cls, holder, joined })[0];
  const isDirect = ({ cls, holder, isBook }: Position) => cls.isDrs && !holder.isNominee && isBook;
  const percents = apportioned(100n, kindsOf(accounts).map(BigInt), 100n, BigInt(accounts.length || 1));
  return {
    ...{ m, ...period, dueDate: `${year + 1}-03-31`, items, accounts, months, failed, isMet: failed === 0 },
    ...{ isSmall: items.length < 1000 && accounts.length <= 1000, cents: sum(paid) },
    ...{ kinds: kindsOf(classes.map((cls) => ({ cls }))), percents: accounts[0] ? percents : kindsOf([]) },
    ...{ plan: accounts.filter(isMember), direct: accounts.filter(isDirect), paying: groups(due, 'cls') },
    ...{ planned: where(classes, { isPlan: true }), drs: where(classes, { isDrs: true }) },
    ...{ prior: aged(true), current: aged(false), escheats: where(m.escheats, { issuer, day: isIn }) },
    lost: [0, 1, 2, 3].map((age) => ages.filter((one) => one === age).length),
    issuers: issuers.map((issuer) => {
      const mine = { items: where(items, { issuer }), accounts: where(accounts, { issuer }) };
      return { issuer, ...mine, cents: sum(where(paid, { issuer })) };
    }),
  };
}
