import { apportioned, counts, halfUp, merged, sum, sumOf } from '../amounts.ts';
import { monthsOf, plusDays, workdaysAfter, yearsBefore } from '../days.ts';
import { after, among, between, endedAfter, like, not, positive, upTo } from '../facts.ts';
import { demand, groups, paged, some, sorted, where } from '../list.ts';
import type { Match, Model, Query, Row } from '../row.ts';
import { shown, sidesOf } from './positions.ts';
import { asOf, due, far, isKnown, label, out, recorded, reserves, totals } from './register.ts';

const inOrder = 'holder.sortName~ holder.id';
const latestFirst = 'issuer.id record- id-';
export const percent = (n: bigint, whole: bigint, places: bigint) => halfUp(n * 10n ** (places + 2n), whole);
const tally = <T extends { rows: Row[]; shares: bigint }>(one: T) => {
  const free = sum(where(one.rows, { code: 'N' }));
  return { ...one, free, restricted: one.shares - free, isBook: where(one.rows, { form: 'BookEntry' })[0] };
};
/** Holdings of every account in every class; `whole` is the total of the class. */
const positions = (m: Model, classes: Row[], day: string) => {
  const held = (cls: Row) =>
    sorted(
      out(m, cls, day).map((one) => shown(m, one)),
      'issued id',
    );
  const rows = classes.flatMap((cls) => merged(held(cls), 'holder')).map(tally);
  const all = rows.map((one) => ({ ...one, whole: sum(where(rows, { cls: one.cls })) }));
  return sorted(all, inOrder);
};
/** A calendar year, or days within one; a period that is not over ends today. */
function periodOf({ startDate, endDate, ...q }: Query, today: string) {
  const year = Number(q.year ?? `${startDate ?? endDate ?? Number(today.slice(0, 4)) - 1}`.slice(0, 4));
  const [from, end] = [`${startDate ?? `${year}-01-01`}`, `${endDate ?? `${year}-12-31`}`];
  const to = end < today ? end : today;
  demand(from.startsWith(`${year}`) && end.startsWith(`${year}`) && from <= to);
  return { year, from, to, isPartial: !/-01-01.*-12-31$/.test(from + to), dueDate: `${year + 1}-03-31` };
}
const kindOf: Record<string, number> = { C: 0, P: 0, B: 1, D: 1, M: 3, W: 5, U: 5 };
/** The figures of Form TA-2. */
function ta2(m: Model, { from, to, ...year }: ReturnType<typeof periodOf>, issuers: Row[], today: string) {
  const [issuer, isIn] = [among(issuers), between(from, to)];
  const classes = where(m.classes, { issuer, opened: upTo(to) });
  const accounts = positions(m, classes, to);
  const items = where(m.txns, { issuer, isItem: true, kind: among([...'TCR']), received: isIn });
  const declared = where(m.dividends, { issuer, payable: isIn });
  const cents = (issuer: Match['issuer']) =>
    sumOf(where(declared, { issuer, kind: not('Stock') }), (one) => due(m, one, today).amount);
  // Three business days for a routine item; a pending one counts once its time is up and its effective day has come.
  const routine = where(items, { kind: 'T', isRoutine: true, status: not('Canceled') }).map((one) => {
    const isPending = one.status === 'Pending';
    const isOver = (one.completed ?? one.rejected ?? today) >= workdaysAfter(one.received, 4, m.holidays);
    const isLate = isOver && !(isPending && one.effective > today);
    return { month: one.received.slice(0, 7), isLate, isCounted: isLate || !isPending };
  });
  const months = monthsOf(from, to).map((month) => {
    const counted = where(routine, { month, isCounted: true });
    const [count, good] = [counted.length, where(counted, { isLate: false }).length];
    const percent = good === count ? 100 : Math.round((good * 10_000) / count) / 100;
    return { month, count, good, percent, isMet: good * 10 >= count * 9 };
  });
  const aged = (isPrior: boolean) => {
    const days = { opened: upTo(plusDays(to, -31)), resolved: endedAfter(to) };
    const open = where(m.differences, { issuer, isPrior, ...days });
    const price = (cls: Row) => sorted(where(m.prices, { cls, day: upTo(to) }), 'day').at(-1)?.micros ?? 0n;
    const worth = sumOf(open, ({ cls, shares }) => (shares < 0n ? -shares : shares) * price(cls));
    return { issues: groups(open, 'cls').length, marketValue: halfUp(worth, 10_000n) };
  };
  const kinds = counts(6, accounts, ({ cls }) => kindOf[cls.code]).map((n) => ({ shares: BigInt(n) }));
  const people = issuers.flatMap((issuer) => groups(where(accounts, { 'cls.issuer': issuer }), 'holder'));
  const lost = people.map((rows) => rows[0]!.holder.lost).filter(between('1', to));
  const ages = counts(4, lost, (day) => [1, 3, 5].filter((years) => day < yearsBefore(to, years)).length);
  return {
    ...{ ...year, from, to, m, items, accounts, months, failed: where(months, { isMet: false }), lost: ages },
    ...{ isSmall: items.length < 1000 && accounts.length <= 1000, cents: cents(issuer) },
    percents: apportioned(kinds, accounts[0] ? 100n : 0n, { n: 100n, d: BigInt(accounts.length || 1) }),
    ...{ planned: where(classes, { isPlan: true }), drs: where(classes, { isDrs: true }) },
    plan: accounts.filter(({ cls, holder }) => where(m.members, { cls, holder, joined: upTo(to) })[0]),
    direct: accounts.filter(({ cls, holder, isBook }) => cls.isDrs && !holder.isNominee && isBook),
    ...{ paying: groups(declared, 'cls'), escheats: where(m.escheats, { issuer, day: isIn }) },
    ...{ prior: aged(true), current: aged(false), kinds: counts(6, classes, ({ code }) => kindOf[code]) },
    issuers: issuers.map((issuer) => {
      const mine = { items: where(items, { issuer }), accounts: where(accounts, { 'cls.issuer': issuer }) };
      return { issuer, ...mine, cents: cents(issuer) };
    }),
  };
}
/** Reads whose rows name their issuer may omit it: all of the caller's issuers are meant. */
const unnamed = /TransferAgent|GetShareholderDetails$|Transaction|ProxyList|TA2/;
/** Rows, their number and class figures in response to a request, or a rejection. */
export function respond(m: Model, name: string, q: Query, caller: Row[] | undefined, today: string) {
  const day = asOf(`${q.cutoff ?? q.cutoffDate ?? today}`.slice(0, 10), today);
  const period = name === 'GetTA2Report' ? periodOf(q, today) : undefined;
  demand(day <= today && (period || `${q.startDate ?? ''}` <= `${q.endDate ?? far}`));
  const { customerIssuerId, systemControlIssuerId: its } = q;
  const named = m.issuers.filter((one) => one.customerIssuerId === customerIssuerId || one.id === its);
  const issuers = customerIssuerId || its ? named : (caller ?? m.issuers);
  demand(issuers[0] && (!caller || issuers.every(among(caller))), caller ? 403 : 404);
  demand(issuers === named ? named.length === 1 : unnamed.test(name));
  const issuer = among(issuers);
  const classes = where(m.classes, { issuer, code: like(q.code), series: like(q.series) });
  const [key, id] = [q.customerShareholderId as string, q.systemShareholderId];
  const isDown = q.orderBy === 'Descending';
  const held = () => positions(m, classes, day);
  const accounts = () =>
    merged(held(), 'holder').map((one) => ({ ...one, ...one.holder, label: label(one.holder) }));
  const figures = () =>
    classes.map((cls) => {
      const filter = { Restricted: not('N'), NonRestricted: 'N' }[q.restrictionStatus as 'Restricted'];
      const rows = where(out(m, cls, day), { code: filter ?? Boolean });
      const facts = { cls, rows, shares: sum(rows), holders: groups(rows, 'holder').length };
      return { ...tally(facts), ...totals(m, cls, day) };
    });
  /** The journal, with field names as requests sort by them; a missing date becomes the day of receipt. */
  const entries = (order: string, filter: Match) => {
    const rows = where(m.txns, { issuer }).map((one) => {
      const { received: ReceivedDate, processed: ProcessDate, status: Status, to } = one;
      const [EffectiveDate, CompletedDate] = [one.effective || ReceivedDate, one.completed || ReceivedDate];
      const sides = sidesOf(m, one);
      const [made, ended] = [sorted(sides.made, 'id'), sorted(sides.ended, 'id')];
      const dates = { ReceivedDate, EffectiveDate, CompletedDate, ProcessDate };
      const texts = { Type: 'CDFNRVT'.indexOf(one.kind), Status, SortName: to, Name: to, Shares: sum(made!) };
      const invoice = where(m.txns, { issuer: one.issuer, isCharged: true }).indexOf(one) + 1;
      const facts = { TransactionId: one.key ?? one.id, agent: one.presentor || m.agent, invoice };
      return { ...one, ...dates, ...texts, ...facts, made, ended };
    });
    return sorted(where(rows, filter), `${order} id`, isDown);
  };
  const reads: Record<string, () => object[]> = {
    GetTransferAgentIssuers: () => issuers,
    GetIssuerSecurityTypes: () => classes,
    GetIssuerActiveCertificateDefinitions: () =>
      figures().flatMap(({ cls, restricted }) =>
        [cls.paper, cls.book, 'FB', 'TR'].flatMap((prefix, at) => {
          const last = sorted(where(m.papers, { cls, prefix }), 'number').at(-1)?.number ?? 0n;
          const row = { cls, prefix, at, id: cls.id * 10n + BigInt(at + 1), next: last + 1n };
          return at < 2 || last > 0n ? [{ ...row, isLegend: at < 2 && restricted > 0n }] : [];
        }),
      ),
    GetIssuerBalance: figures,
    GetShareholderCapTable: held,
    /** A request may give both keys of an account; if they disagree it is refused. */
    GetIssuerShareholderDetails() {
      const all = accounts();
      demand(!key || !id || all.every((one) => (one.customerShareholderId === key) === (one.id === id)));
      return where(all, { customerShareholderId: like(key), id: like(id) });
    },
    GetOwnershipPercentage() {
      const facts = { SortName: 'sortName~', Name: 'label~', Shares: 'shares' };
      return sorted(accounts(), facts[(q.sortBy ?? 'SortName') as 'Name'], isDown);
    },
    GetDilutedPercentage: () =>
      classes.map((cls) => {
        const promised = reserves(m, cls, day).map((one) => ({ ...one, holder: one.reserve }));
        const rows = where([...where(held(), { cls }), ...promised], { shares: positive });
        return { cls, rows, shares: sum(rows) };
      }),
    GetShareholderDetails: () =>
      some(404, where(m.holders, { customerShareholderId: key }).filter(isKnown(m, caller))),
    GetShareholderDetailsList: () =>
      sorted(where(m.accounts, { issuer, isTreasury: false }), inOrder).map((one) => one.holder),
    GetHoldingSummary: () => where(held(), { 'holder.customerShareholderId': key }),
    GetHoldingCertificates() {
      const filter = { Outstanding: after(day), Canceled: upTo(day) }[q.filterStatus as 'Canceled'];
      const facts = { 'holder.customerShareholderId': like(key), canceled: filter ?? Boolean };
      const papers = where(m.papers, { ...facts, cls: among(classes), isTreasury: false, issued: upTo(day) });
      const current = papers.filter((one) => !one.isReplaced || one.canceled > day);
      const rows = current.map((one) => {
        const stops = where(m.stops, { certificate: one, placed: upTo(day), released: endedAfter(day) });
        const paper = shown(m, one);
        return { ...paper, key: paper.key ?? paper.id, stops };
      });
      return sorted(rows, `${inOrder} cls.id issued id`);
    },
    GetTAStatusTransactions: () =>
      entries(`${q.sortBy}`, { kind: like(q.filterTransactionType), status: like(q.transactionStatus) }),
    GenerateTransactionList() {
      const [field, isIn] = [`${q.filterDateBy}`.replace(' ', ''), between(`${q.startDate}`, `${q.endDate}`)];
      const filter = { status: 'Completed', kind: like(q.transactionTypeCode), [field]: isIn };
      return entries(`${field} TransactionId`, filter);
    },
    GetProxyList: () =>
      sorted(where(m.proxies, { issuer }), latestFirst).map((one) => {
        return { ...one, shares: sum(recorded(m, one, today)), voted: sum(one.ballots) };
      }),
    GetDividendList: () =>
      sorted(where(m.dividends, { issuer }), latestFirst).map((one) => ({ ...one, ...due(m, one, today) })),
    GetTA2Report: () => [ta2(m, period!, issuers, today)],
  };
  const rows = reads[name]!();
  return { rows: paged(rows, q.start, q.numberOfRows), total: rows.length, figures };
}
