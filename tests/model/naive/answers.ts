import { apportioned, counts, halfUp, merged, sum, sumOf } from '../amounts.ts';
import { monthsOf, plusDays, workdaysAfter, yearsBefore } from '../days.ts';
import { after, among, between, endedAfter, like, not, positive, upTo } from '../facts.ts';
import type { Match, Model, Query, Row } from '../row.ts';
import { demand, groups, paged, some, sorted, where } from '../rows.ts';
import { asOf, due, far, isKnown, label, out, recorded, reserves, totals } from './register.ts';

const inOrder = 'holder.sortName~ holder.id';
const latestFirst = 'issuer.id record- id-';
const tally = (papers: Row[], cls: Row) => {
  const [shares, free] = [sum(papers), sum(where(papers, { code: 'N' }))];
  const isBook = where(papers, { form: 'BookEntry' }).length > 0;
  return { cls, issuer: cls.issuer, shares, free, restricted: shares - free, isBook, certificates: papers };
};
/** What every account holds of every class; `whole` is all of the class. */
const positions = (m: Model, classes: Row[], day: string) => {
  const papers = classes.flatMap((cls) => groups(out(m, cls, day), 'holder'));
  const rows = papers.map((own) => ({ holder: own[0]!.holder, ...tally(own, own[0]!.cls) }));
  const all = rows.map((one) => ({ ...one, whole: sum(where(rows, { cls: one.cls })) }));
  return sorted(all, inOrder);
};
/** A calendar year, or days within one; what still runs ends today. */
function periodOf({ startDate, endDate, ...q }: Query, today: string) {
  const year = Number(q.year ?? `${startDate ?? endDate ?? Number(today.slice(0, 4)) - 1}`.slice(0, 4));
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const [from, end] = [`${startDate ?? first}`, `${endDate ?? last}`];
  const to = end < today ? end : today;
  demand(from >= first && end <= last && from <= to);
  return { year, from, to, isPartial: from !== first || to !== last, dueDate: `${year + 1}-03-31` };
}
const kindOf: Record<string, number> = { C: 0, P: 0, B: 1, D: 1, M: 3, W: 5, U: 5 };
/** The figures of Form TA-2 (domain §9.1). */
function ta2(m: Model, period: ReturnType<typeof periodOf>, issuers: Row[], today: string) {
  const { from, to } = period;
  const [issuer, isIn] = [among(issuers), between(from, to)];
  const classes = where(m.classes, { issuer, opened: upTo(to) });
  const accounts = positions(m, classes, to);
  const items = where(m.txns, { issuer, isItem: true, kind: among([...'TCR']), received: isIn });
  const declared = where(m.dividends, { issuer, payable: isIn });
  const cash = where(declared, { kind: not('Stock') });
  const cents = (rows: Row[]) => sumOf(rows, (one) => due(m, one, today).amount);
  // Three business days for a routine item; what is still pending counts once its time is up.
  const timed = where(items, { kind: 'T', isRoutine: true, status: not('Canceled') }).map((one) => {
    const [end, limit] = [one.completed || one.rejected, workdaysAfter(one.received, 4, m.holidays)];
    const isLate = (end || today) >= limit;
    return { month: one.received.slice(0, 7), isLate, isCounted: isLate || end !== '' };
  });
  const months = monthsOf(from, to).map((month) => {
    const some = where(timed, { month, isCounted: true });
    const [count, good] = [some.length, where(some, { isLate: false }).length];
    const percent = count === 0 ? 100 : Math.round((good * 10_000) / count) / 100;
    return { month, count, good, percent, isMet: good * 10 >= count * 9 };
  });
  const failed = where(months, { isMet: false }).length;
  const aged = (isPrior: boolean) => {
    const days = { opened: upTo(plusDays(to, -31)), resolved: endedAfter(to) };
    const open = where(m.differences, { issuer, isPrior, ...days });
    const price = (cls: Row) => sorted(where(m.prices, { cls, day: upTo(to) }), 'day').at(-1)?.micros ?? 0n;
    const worth = sumOf(open, ({ cls, shares }) => (shares < 0n ? -shares : shares) * price(cls));
    return { issues: groups(open, 'cls').length, marketValue: Number(halfUp(worth, 10_000n)) / 100 };
  };
  const people = issuers.flatMap((one) => groups(where(accounts, { issuer: one }), 'holder'));
  const lost = people.map((rows) => rows[0]!.holder.lost).filter(between('1', to));
  const ages = counts(4, lost, (day) => [1, 3, 5].filter((years) => day < yearsBefore(to, years)).length);
  const kinds = counts(6, accounts, ({ cls }) => kindOf[cls.code]).map((n) => ({ shares: BigInt(n) }));
  const percents = apportioned(kinds, accounts[0] ? 100n : 0n, { n: 100n, d: BigInt(accounts.length || 1) });
  return {
    ...{ ...period, m, items, accounts, months, failed, isMet: failed === 0, cents: cents(cash) },
    ...{ isSmall: items.length < 1000 && accounts.length <= 1000, lost: ages },
    kinds: counts(6, classes, ({ code }) => kindOf[code]),
    percents: percents.map((one) => one.shares),
    ...{ planned: where(classes, { isPlan: true }), drs: where(classes, { isDrs: true }) },
    plan: accounts.filter(({ cls, holder }) => where(m.members, { cls, holder, joined: upTo(to) })[0]),
    direct: accounts.filter(({ cls, holder, isBook }) => cls.isDrs && !holder.isNominee && isBook),
    ...{ paying: groups(declared, 'cls'), escheats: where(m.escheats, { issuer, day: isIn }) },
    ...{ prior: aged(true), current: aged(false) },
    issuers: issuers.map((issuer) => {
      const mine = { items: where(items, { issuer }), accounts: where(accounts, { issuer }) };
      return { issuer, ...mine, cents: cents(where(cash, { issuer })) };
    }),
  };
}

const kinds = 'New issuance,Transfer,Conversion,Retirement,Forward split,V Reverse split,Dividend'.split(',');
export const kindText = (kind: string) => kinds.find((one) => one[0] === kind)!.replace('V ', '');
const forms = 'Paper certificate,Book entry,Book entry of the depository nominee,Book entry of treasury';
const unnamed = `GetTransferAgentIssuers GetShareholderDetails GetTAStatusTransactions GenerateTransactionList
GetProxyList GetTA2Report`;
/** The issuers a request means; without one, all of the caller's where the answer names them (rulings 4 and 16). */
function meant(m: Model, name: string, q: Query, caller: Row[] | undefined): Row[] {
  const { customerIssuerId: key, systemControlIssuerId: id } = q;
  demand(key || id || unnamed.includes(name));
  if (!key && !id) return caller ?? m.issuers;
  const found = m.issuers.filter((one) => one.customerIssuerId === key || one.id === id);
  demand(found[0] && (!caller || found.every(among(caller))), caller ? 403 : 404);
  demand(found.length === 1);
  return found;
}
/** Rows, their number and figures of the classes in answer to a request (domain §6, §9, §11), or a refusal. */
export function answer(m: Model, name: string, q: Query, caller: Row[] | undefined, today: string) {
  const day = asOf(`${q.cutoff ?? q.cutoffDate ?? today}`.slice(0, 10), today);
  const period = name === 'GetTA2Report' ? periodOf(q, today) : undefined;
  demand(day <= today && (period || `${q.startDate ?? ''}` <= `${q.endDate ?? far}`));
  const issuers = meant(m, name, q, caller);
  const issuer = among(issuers);
  const { 'filterSecurityType.securityTypeCode': code, 'filterSecurityType.securitySeriesCode': series } = q;
  const classes = where(m.classes, { issuer, code: like(code), series: like(series) });
  const [key, id] = [q.customerShareholderId as string, q.systemShareholderId];
  const isDown = q.orderBy === 'Descending';
  const held = () => positions(m, classes, day);
  const accounts = () =>
    merged(held(), 'holder').map((one) => ({ ...one.holder, ...one, label: label(one.holder) }));
  const figures = () =>
    classes.map((cls) => {
      const kept = { Restricted: not('N'), NonRestricted: 'N' }[q.restrictionStatus as 'Restricted'];
      const papers = where(out(m, cls, day), { code: kept ?? Boolean });
      const facts = { text: cls.description || cls.name, holders: groups(papers, 'holder').length };
      return { ...tally(papers, cls), ...totals(m, cls, day), ...facts };
    });
  /** The journal, its fields named as requests sort by them; where a date is missing, the day of receipt stands. */
  const entries = (order: string, kept: Match) => {
    const rows = where(m.txns, { issuer }).map((one) => {
      const { received: ReceivedDate, processed: ProcessDate, status: Status, to } = one;
      const [EffectiveDate, CompletedDate] = [one.effective || ReceivedDate, one.completed || ReceivedDate];
      const [made, ended] = [{ by: one }, { end: one }].map((facts) => sorted(where(m.papers, facts), 'id'));
      const dates = { ReceivedDate, EffectiveDate, CompletedDate, ProcessDate };
      const texts = { Type: kindText(one.kind), Status, SortName: to, Name: to, Shares: sum(made!) };
      const facts = { TransactionId: one.key ?? one.id, agent: one.presentor || m.agent };
      return { ...one, ...dates, ...texts, ...facts, made, ended };
    });
    return sorted(where(rows, kept), `${order} id`, isDown);
  };
  const reads: Record<string, () => object[]> = {
    GetTransferAgentIssuers: () => issuers,
    GetIssuerSecurityTypes: () => classes,
    GetIssuerActiveCertificateDefinitions: () =>
      figures().flatMap(({ cls, text, restricted }) =>
        [cls.paper, cls.book, 'FB', 'TR'].flatMap((prefix, at) => {
          const last = sorted(where(m.papers, { cls, prefix }), 'number').at(-1)?.number ?? 0n;
          const facts = { isLegend: at < 2 && restricted > 0n, text: `${text}: ${forms.split(',')[at]}` };
          const row = { ...facts, cls, prefix, id: cls.id * 10n + BigInt(at + 1), next: last + 1n };
          return at < 2 || last > 0n ? [{ ...row, isActive: true }] : [];
        }),
      ),
    GetIssuerBalance: figures,
    GetShareholderCapTable: held,
    /** Both keys of an account may be given; when they disagree there is no answer (domain §15, row 16). */
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
        const promised = reserves(m, cls, day).map(({ reserve, shares }) => {
          const holder = { ...reserve, customerShareholderId: '', name: `RESERVE – ${reserve.name}` };
          return { cls, shares, holder, isReserved: true };
        });
        const owned = where(held(), { cls }).map((one) => ({ ...one, isReserved: false }));
        const rows = where([...owned, ...promised], { shares: positive });
        return { cls, rows, shares: sum(rows) };
      }),
    GetShareholderDetails: () =>
      some(404, where(m.holders, { customerShareholderId: key }).filter(isKnown(m, caller))),
    GetShareholderDetailsList: () =>
      sorted(where(m.accounts, { issuer, isTreasury: false }), inOrder).map((one) => one.holder),
    GetHoldingSummary: () => where(held(), { 'holder.customerShareholderId': key }),
    GetHoldingCertificates() {
      const kept = { Outstanding: after(day), Canceled: upTo(day) }[q.filterStatus as 'Canceled'];
      const facts = { 'holder.customerShareholderId': like(key), canceled: kept ?? Boolean };
      const papers = where(m.papers, { ...facts, cls: among(classes), isTreasury: false, issued: upTo(day) });
      return sorted(papers, `${inOrder} cls.id issued id`).map((one) => {
        const stops = where(m.stops, { certificate: one, placed: upTo(day), released: endedAfter(day) });
        return { ...one, canceled: one.canceled > day ? '' : one.canceled, key: one.key ?? one.id, stops };
      });
    },
    GetTAStatusTransactions: () =>
      entries(`${q.sortBy}`, { kind: like(q.filterTransactionType), status: like(q.transactionStatus) }),
    GenerateTransactionList() {
      const [field, isIn] = [`${q.filterDateBy}`.replace(' ', ''), between(`${q.startDate}`, `${q.endDate}`)];
      const kept = { status: 'Completed', kind: like(q.transactionTypeCode), [field]: isIn };
      return entries(`${field} TransactionId`, kept);
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
