import { by, groups, halfUp, plusDays, type Row, sum, where } from '../rows.ts';
import type { Position, Request } from './answers.ts';
import { demand, dueOf } from './register.ts';

const yearOf = (day: string) => Number(day.slice(0, 4));
/** A calendar year, or days within one; what still runs ends today. */
export function periodOf(asked: { year?: number; startDate?: string; endDate?: string }, today: string) {
  const named = asked.startDate ?? asked.endDate;
  const year = asked.year ?? (named ? yearOf(named) : yearOf(today) - 1);
  const [from, end] = [asked.startDate ?? `${year}-01-01`, asked.endDate ?? `${year}-12-31`];
  const to = end < today ? end : today;
  demand(yearOf(from) === year && yearOf(end) === year && from <= to);
  return { year, from, to, isPartial: from !== `${year}-01-01` || to !== `${year}-12-31` };
}
/** Whether more than three business days lie between. */
function isLate(from: string, to: string, holidays: string[]): boolean {
  let [day, left] = [from, 4];
  while (day < to && left > 0) {
    day = plusDays(day, 1);
    if (new Date(day).getUTCDay() % 6 > 0 && !holidays.includes(day)) left -= 1;
  }
  return left === 0;
}
const yearsBefore = (day: string, years: number) =>
  `${yearOf(day) - years}${day.slice(4).replace('02-29', '02-28')}`;
const kindOf: Record<string, number> = { C: 0, P: 0, B: 1, D: 1, M: 3, W: 5, U: 5 };
const counts = (classes: Row[]) =>
  [0, 1, 2, 3, 4, 5].map((kind) => classes.filter((one) => kindOf[one.code] === kind).length);
/** Whole percents by largest remainder, ties to the kind named first. */
function percents(counts: number[], all: number): number[] {
  if (all === 0) return counts;
  const parts = counts.map((one, at) => ({
    at,
    n: Math.floor((one * 100) / all),
    over: -((one * 100) % all),
  }));
  const left = parts.reduce((rest, one) => rest - one.n, 100);
  for (const part of parts.toSorted(by('over at')).slice(0, left)) part.n += 1;
  return parts.map((one) => one.n);
}

/** The figures of Form TA-2 (domain §9.1). */
export function ta2({ m, issuers, period, today }: Request, positions: (classes: Row[]) => Position[]) {
  const { from, to, year } = period;
  const isHere = (one: Row) => issuers.includes(one.issuer ?? one.cls.issuer);
  const isIn = (day: string) => day >= from && day <= to;
  const classes = m.classes.filter((one) => isHere(one) && one.opened <= to);
  const accounts = positions(classes);
  const isItem = (one: Row) => one.isItem && 'TCR'.includes(one.kind) && isIn(one.received);
  const items = m.txns.filter((one) => isHere(one) && isItem(one));
  const due = m.dividends.filter((one) => isHere(one) && isIn(one.payable));
  const paid = due.map((one) => ({
    cls: one.cls,
    shares: one.kind === 'Stock' ? 0n : dueOf(m, one, today).amount,
  }));
  const routine = where(items, { kind: 'T', isRoutine: true }).filter((one) => one.status !== 'Canceled');
  const all = Array.from({ length: 12 }, (_, at) => `${year}-${`${at + 1}`.padStart(2, '0')}`);
  const months = all
    .filter((month) => month >= from.slice(0, 7) && month <= to.slice(0, 7))
    .map((month) => {
      const some = routine.filter((one) => one.received.startsWith(month));
      const late = some.filter((one) =>
        isLate(one.received, one.completed || one.rejected || today, m.holidays),
      );
      const good = some.filter((one) => (one.completed || one.rejected) && !late.includes(one)).length;
      // What is still pending counts once its time is up.
      const count = good + late.length;
      const percent = count === 0 ? 100 : Math.round((good * 10_000) / count) / 100;
      return { month, count, good, percent, isMet: good * 10 >= count * 9 };
    });
  const aged = (isPrior: boolean) => {
    const isOld = (one: Row) => one.opened < plusDays(to, -30) && (!one.resolved || one.resolved > to);
    const open = where(m.differences, { isPrior }).filter((one) => isHere(one) && isOld(one));
    const worth = open.map(({ cls, shares }) => {
      const prices = where(m.prices, { cls }).filter((one) => one.day <= to);
      const micros = prices.toSorted(by('day')).at(-1)?.micros ?? 0n;
      return { shares: (shares < 0n ? -shares : shares) * micros };
    });
    return { issues: groups(open, 'cls').length, marketValue: Number(halfUp(sum(worth), 10_000n)) / 100 };
  };
  const isOf = (one: Row) =>
    accounts.some(({ cls, holder }) => cls.issuer === one.issuer && holder === one.holder);
  const days = m.accounts.filter((one) => isHere(one) && isOf(one)).map((one) => one.holder.lost || '9');
  const lostBy = (years: number) => days.filter((day) => day <= to && day >= yearsBefore(to, years)).length;
  const isPlan = ({ cls, holder }: Position) =>
    where(m.members, { cls, holder }).some((one) => one.joined <= to);
  const isDirect = ({ cls, holder, isBook }: Position) => cls.isDrs && !holder.isNominee && isBook;
  const failed = months.filter((one) => !one.isMet).length;
  return {
    ...{ ...period, m, months, failed, isMet: failed === 0, dueDate: `${year + 1}-03-31` },
    ...{ items: items.length, accounts: accounts.length, kinds: counts(classes), cents: sum(paid) },
    ...{ isSmall: items.length < 1000 && accounts.length <= 1000, paying: groups(due, 'cls').length },
    ...{ plan: accounts.filter(isPlan).length, direct: accounts.filter(isDirect).length },
    ...{ planned: where(classes, { isPlan: true }).length, drs: where(classes, { isDrs: true }).length },
    percents: percents(counts(accounts.map((one) => one.cls)), accounts.length),
    ...{ prior: aged(true), current: aged(false) },
    escheats: m.escheats.filter((one) => isHere(one) && isIn(one.day)).length,
    lost: [lostBy(1), lostBy(3) - lostBy(1), lostBy(5) - lostBy(3), lostBy(999) - lostBy(5)],
    issuers: issuers.map((issuer) => {
      const mine = accounts.filter((one) => one.cls.issuer === issuer);
      const cents = sum(paid.filter((one) => one.cls.issuer === issuer));
      return { issuer, items: where(items, { issuer }).length, accounts: mine.length, cents };
    }),
  };
}
