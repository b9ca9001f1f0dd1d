import { by, groups, type Model, plusDays, type Row, sum, where } from '../rows.ts';
import { accountOf, accounts, demand, dueOf, far, isUnlimited, label, out, total } from './register.ts';
import { type Caller, isKnown } from './rules.ts';
import { periodOf, ta2 } from './ta2.ts';

/** Which rows a read answers with, and their figures (domain §6, §9, §11; decisions, "Where the interface is silent"). */
export type Query = Record<string, string | bigint | number | undefined>;
/** Names sort without regard to case and accents. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const sorted = (holders: Row[]) => {
  const rows = holders.map((holder) => ({ holder, name: folded(holder.sortName), id: holder.id }));
  return rows.toSorted(by('name id')).map((one) => one.holder);
};
const isRestricted = (one: Row) => one.code !== 'N';
const tally = (cls: Row, papers: Row[]) => {
  const [shares, restricted] = [sum(papers), sum(papers.filter(isRestricted))];
  const [count, isBook] = [BigInt(papers.length), papers.some((one) => one.form === 'BookEntry')];
  const certificates = papers.toSorted(by('issued id'));
  return { cls, certificates, shares, restricted, free: shares - restricted, count, isBook };
};
const figures = (m: Model, cls: Row, day: string, papers = out(m, cls, day)) => {
  const at = (kind: string) => total(m, { cls, kind }, day);
  const sums = { issued: at('issued'), authorized: at('authorized'), reserved: at('reserved') };
  const texts = { text: cls.description || cls.name, isUnlimited: isUnlimited(m, cls) };
  return { ...tally(cls, papers), ...sums, ...texts, holders: BigInt(accounts(papers).length) };
};
/** What every account holds of every class, by sort name; `whole` is all of the class. */
const positions = (m: Model, classes: Row[], day: string) => {
  const all = classes.map((cls) => ({ cls, papers: out(m, cls, day) }));
  const rows = sorted(m.holders).flatMap((holder) =>
    all.map(({ cls, papers }) => ({ holder, whole: sum(papers), ...tally(cls, where(papers, { holder })) })),
  );
  return rows.filter((one) => one.count > 0n);
};
export type Position = ReturnType<typeof positions>[0];
type Owner = { holder: Row };
const byAccount = (rows: Position[]) =>
  groups(rows, 'holder').map((rows) => ({ holder: rows[0]!.holder, rows }));
const nominal = ['Book entry of the depository nominee', 'Book entry of treasury'];
const kinds = 'New issuance,Transfer,Conversion,Retirement,Forward split,V Reverse split,Dividend'.split(',');
export const kindText = (kind: string) => kinds.find((one) => one[0] === kind)!.replace('V ', '');

type Period = ReturnType<typeof periodOf>;
type Asked = { m: Model; q: Query; caller: Caller; today: string; day: string; period: Period };
export type Request = Asked & { issuers: Row[]; classes: Row[]; page: <T>(rows: T[]) => T[] };
const reads: Record<string, (r: Request) => unknown> = {
  GetTransferAgentIssuers: ({ issuers }) => issuers,
  GetIssuerSecurityTypes: ({ classes }) => classes,
  GetIssuerActiveCertificateDefinitions: ({ m, classes, today }) => {
    const rows = classes.flatMap((cls) =>
      [cls.paper, cls.book, 'FB', 'TR'].map((prefix, at) => {
        const used = where(m.papers, { cls, prefix }).toSorted(by('number'));
        const isLegend = at < 2 && out(m, cls, today).some(isRestricted);
        const [id, next] = [cls.id * 10n + BigInt(at + 1), (used.at(-1)?.number ?? 0n) + 1n];
        const text = `${cls.description || cls.name}: ${['Paper certificate', 'Book entry', ...nominal][at]}`;
        return { cls, prefix, id, next, isLegend, text, isActive: at < 2 || used.length > 0 };
      }),
    );
    return rows.filter((one) => one.isActive);
  },
  GetIssuerBalance: ({ m, q, classes, day }) => {
    const isShown = (one: Row) => (q.restrictionStatus === 'Restricted') === isRestricted(one);
    const papers = (cls: Row) =>
      out(m, cls, day).filter((one) => q.restrictionStatus === 'All' || isShown(one));
    return classes.map((cls) => figures(m, cls, day, papers(cls)));
  },
  GetShareholderCapTable({ m, classes, day, page }) {
    const rows = positions(m, classes, day);
    return { total: rows.length, rows: page(rows), classes: classes.map((cls) => figures(m, cls, day)) };
  },
  /** Both keys of an account may be given; when they disagree there is no answer (domain §15, row 16). */
  GetIssuerShareholderDetails({ m, q, classes, day, page }) {
    const { customerShareholderId: key, systemShareholderId: id } = q;
    const all = byAccount(positions(m, classes, day));
    const isKey = ({ holder }: Owner) => holder.customerShareholderId === key;
    const isId = ({ holder }: Owner) => holder.id === id;
    const found = key || id ? all.filter((one) => isKey(one) || isId(one)) : all;
    demand(!key || !id || found.every((one) => isKey(one) && isId(one)));
    return { total: found.length, rows: page(found) };
  },
  GetOwnershipPercentage({ m, q, classes, day }) {
    const all = byAccount(positions(m, classes, day)).map((one) => {
      const texts = { SortName: folded(one.holder.sortName), Name: folded(label(one.holder)) };
      return { ...one, key: { ...texts, Shares: sum(one.rows) }[`${q.sortBy ?? 'SortName'}` as 'Name'] };
    });
    const down = all.toReversed().toSorted(by('key')).toReversed();
    const rows = q.orderBy === 'Descending' ? down : all.toSorted(by('key'));
    return { rows, classes: classes.map((cls) => figures(m, cls, day)) };
  },
  GetDilutedPercentage({ m, classes, day }) {
    const rows = classes.map((cls) => {
      const reserves = where(m.reserves, { cls }).map((reserve) => {
        const holder = {
          id: reserve.id,
          customerShareholderId: '',
          name: `RESERVE – ${reserve.name}`,
        } as Row;
        return { cls, holder, shares: total(m, { reserve }, day), isReserved: true };
      });
      const held = positions(m, [cls], day).map((one) => ({ ...one, isReserved: false }));
      const rows = [...held, ...reserves.filter((one) => one.shares > 0n)];
      return { cls, rows, shares: rows.reduce((all, one) => all + one.shares, 0n) };
    });
    return { classes: rows };
  },
  GetShareholderDetails({ m, q, caller }) {
    const [found] = where(m.holders, { customerShareholderId: `${q.customerShareholderId}` });
    demand(found && isKnown(m, caller, found), 404);
    return found;
  },
  GetShareholderDetailsList({ m, issuers: [issuer] }) {
    const isHere = (holder: Row) => accountOf(m, issuer!, holder)?.isTreasury === false;
    return { holders: sorted(m.holders.filter(isHere)) };
  },
  GetHoldingSummary: ({ m, q, classes, day }) =>
    positions(m, classes, day).filter((one) => one.holder.customerShareholderId === q.customerShareholderId),
  GetHoldingCertificates({ m, q, classes, day }) {
    const { customerShareholderId: key, filterStatus: status } = q;
    const holders = m.holders.filter((one) => key === undefined || one.customerShareholderId === key);
    const all = sorted(holders).flatMap((holder) =>
      classes.flatMap((cls) => where(m.papers, { holder, cls, isTreasury: false }).toSorted(by('issued id'))),
    );
    const isMeant = (one: Row) => status === 'All' || (status === 'Outstanding') === one.canceled > day;
    const isOn = (one: Row) => one.placed <= day && (one.released === '' || one.released > day);
    const rows = all.filter((one) => one.issued <= day && isMeant(one));
    return rows.map((one) => ({
      ...{ ...one, canceled: one.canceled > day ? '' : one.canceled, number: `${one.prefix}-${one.number}` },
      key: one.key ?? one.id,
      stops: where(m.stops, { certificate: one }).filter(isOn),
    }));
  },
  /** A missing date stands where the day of receipt puts it. */
  GetTAStatusTransactions({ m, q, issuers, page }) {
    const { filterTransactionType: kind, transactionStatus: status } = q;
    const isMeant = (one: Row) => status === 'All' || one.status === status;
    const isOf = (one: Row) => !kind || kind === 'All' || one.kind === kind;
    const found = m.txns.filter((one) => issuers.includes(one.issuer) && isMeant(one) && isOf(one));
    const rows = found.map((one) => {
      const [CompletedDate, EffectiveDate] = [one.completed || one.received, one.effective || one.received];
      const texts = { Type: kindText(one.kind), Status: one.status, SortName: one.to, Name: one.to };
      const figures = { TransactionId: one.key ?? one.id, Shares: sum(where(m.papers, { by: one })) };
      return { ...one, ...texts, ...figures, ReceivedDate: one.received, CompletedDate, EffectiveDate };
    });
    const up = rows.toSorted(by(`${q.sortBy} id`));
    return { total: rows.length, rows: page(q.orderBy === 'Descending' ? up.toReversed() : up) };
  },
  GenerateTransactionList({ m, q, issuers }) {
    const rows = where(m.txns, { status: 'Completed' }).map((one) => {
      const dates = { EffectiveDate: one.effective, ProcessDate: one.processed, ReceivedDate: one.received };
      const field = `${q.filterDateBy}`.replace(' ', '') as 'ProcessDate';
      const day = { ...dates, CompletedDate: one.completed }[field];
      const [ended, made] = [where(m.papers, { end: one }), where(m.papers, { by: one })];
      const papers = { ended: ended.toSorted(by('id')), made: made.toSorted(by('id')) };
      return { ...one, ...papers, day, number: one.key ?? one.id, agent: one.presentor || m.agent };
    });
    const isIn = ({ day }: { day: string }) => day >= `${q.startDate}` && day <= `${q.endDate}`;
    const isOf = (one: Row) => !q.transactionTypeCode || one.kind === q.transactionTypeCode;
    const found = rows.filter((one) => issuers.includes(one.issuer) && isIn(one) && isOf(one));
    return { total: found.length, rows: found.toSorted(by('day number id')) };
  },
  GetProxyList: ({ m, issuers, today }) =>
    issuers.flatMap((issuer) => {
      const mine = m.proxies.filter((one) => one.cls.issuer === issuer).toSorted(by('record id'));
      const entitled = (one: Row) => one.frozen ?? (one.record <= today ? out(m, one.cls, one.record) : []);
      const rows = mine.map((one) => ({ ...one, shares: sum(entitled(one)), voted: sum(one.ballots) }));
      return rows.toReversed();
    }),
  GetDividendList: ({ m, issuers, today }) => {
    const mine = m.dividends.filter((one) => issuers.includes(one.cls.issuer)).toSorted(by('record id'));
    return mine.toReversed().map((one) => ({ ...one, ...dueOf(m, one, today) }));
  },
  GetTA2Report: (r) => ta2(r, (classes) => positions(r.m, classes, r.period.to)),
};

/** The issuers a request means; without one, all of the caller's where the answer names them (rulings 4 and 16). */
function meant(m: Model, q: Query, caller: Caller, isAll: boolean): Row[] {
  const { customerIssuerId: key, systemControlIssuerId: id } = q;
  demand(key || id || isAll);
  if (!key && !id) return caller ?? m.issuers;
  const found = m.issuers.filter((one) => one.customerIssuerId === key || one.id === id);
  demand(found.length > 0 && (!caller || found.every((one) => caller.includes(one))), caller ? 403 : 404);
  demand(found.length === 1);
  return found;
}
const unnamed = `GetTransferAgentIssuers GetShareholderDetails GetTAStatusTransactions GenerateTransactionList GetProxyList
GetTA2Report`;
/** The answer to a request, or a throw of the status that refuses it; a cutoff one day ahead is today (ruling 1). */
export function answer(m: Model, name: string, q: Query, caller: Caller, today: string): unknown {
  const [cutoff, tomorrow] = [`${q.cutoff ?? q.cutoffDate ?? today}`.slice(0, 10), plusDays(today, 1)];
  demand(cutoff <= tomorrow && (name === 'GetTA2Report' || `${q.startDate ?? ''}` <= `${q.endDate ?? far}`));
  const period = name === 'GetTA2Report' ? periodOf(q, today) : ({} as Period);
  const issuers = meant(m, q, caller, unnamed.includes(name));
  const { 'filterSecurityType.securityTypeCode': code, 'filterSecurityType.securitySeriesCode': series } = q;
  const isMeant = (one: Row) => (!code || one.code === code) && (!series || one.series === series);
  const classes = m.classes.filter((one) => issuers.includes(one.issuer) && isMeant(one));
  const start = Number(q.start ?? 0);
  const page = <T>(rows: T[]) => rows.slice(start, start + Number(q.numberOfRows ?? 100));
  const asked = { m, q, caller, today, period, issuers, classes, page };
  return reads[name]!({ ...asked, day: cutoff === tomorrow ? today : cutoff });
}
